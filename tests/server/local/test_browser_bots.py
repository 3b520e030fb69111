"""The bots of a browser."""

from tests.server.local.page import Page, run


def test_a_bot_is_told_what_its_role_knows_and_nothing_else() -> None:
    async def work(page: Page) -> None:
        await page.table("kuhn_poker", ("first", "me"), ("second", "level:3"))
        await page.play(lambda moves: moves[0])

    page = run(work)
    assert page.asked
    assert all("game" not in question and question["knows"] for question in page.asked)


def test_a_bot_answers_whoever_is_quicker_than_its_own_task_ends() -> None:
    async def work(page: Page) -> None:
        await page.table("tic_tac_toe", ("x", "me"), ("o", "random"))
        await page.play(lambda moves: moves[0])

    run(work)
