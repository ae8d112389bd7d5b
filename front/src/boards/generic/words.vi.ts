// What the generic board says, in Vietnamese. Words only.

import type { Catalogue } from "../../words/languages.ts";

export const words: Catalogue = {
	"generic.before": "Ván đấu chưa bắt đầu",
	"generic.busy": "Đang gửi …",
	"generic.yours": "Đến lượt bạn: hãy chọn một hành động.",
	"generic.yours.scene": "Đến lượt bạn: hãy chạm vào chỗ được đánh dấu.",
	"generic.wait": "Xin chờ một chút …",
	"generic.waiting": "Đang chờ {name}",
	"generic.over": "Ván đấu đã kết thúc",
	"generic.picture": "Bàn {game} dưới dạng chữ",
	"generic.actions": "Bạn có thể làm gì",
	"generic.filter": "Lọc hành động",
	"generic.shown": "{shown} trên {all}",
	"generic.scene": "Bàn cờ",
	"generic.empty": "trống",
	"generic.last": "{name}, nước đi cuối",
	"generic.hidden.card": "lá bài úp",
	"generic.hidden.die": "xúc xắc bị che",
	"generic.colour.white": "trắng",
	"generic.colour.black": "đen",
	"generic.colour.red": "đỏ",
	"generic.colour.blue": "xanh dương",
	"generic.colour.green": "xanh lá",
	"generic.colour.yellow": "vàng",
	"generic.colour.orange": "cam",
	"generic.colour.purple": "tím",
	"event.generic": "{what}.",
	"event.generic.seat": "{name}: {what}.",
};
