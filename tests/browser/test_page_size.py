"""The bytes of a first visit."""

from playwright.sync_api import Browser, expect

from ..web.deployments import Deployment
from .people import Crowd

BYTES_AT_MOST = 150_000


def test_the_first_page_loads_less_than_150_kilobytes(browser: Browser, deployment: Deployment) -> None:
    with Crowd(browser, deployment.url) as crowd:
        ann = crowd.come()
        network = ann.context.new_cdp_session(ann.page)
        sizes: list[int] = []
        network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        ann.page.reload(wait_until="networkidle")
        expect(ann.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
        assert len(sizes) > 5
        assert sum(sizes) < BYTES_AT_MOST
