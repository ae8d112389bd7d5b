// What the generic board says, in Vietnamese. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "Ván đấu chưa bắt đầu",
	"generic.busy": "Đang gửi …",
	"generic.yours": "Đến lượt bạn: hãy chọn một hành động.",
	"generic.wait": "Xin chờ một chút …",
	"generic.waiting": "Đang chờ {name}",
	"generic.over": "Ván đấu đã kết thúc",
	"generic.picture": "Bàn {game} dưới dạng chữ",
	"generic.actions": "Bạn có thể làm gì",
	"generic.filter": "Lọc hành động",
	"generic.shown": "{shown} trên {all}",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
