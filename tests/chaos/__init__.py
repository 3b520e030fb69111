"""Chaos: the server's figures, each by a command that does to a real server what the world does to it.

    python -m tests.chaos kills            one of them at full length; `--short` takes seconds
    python -m tests.chaos --list           what there is
    make chaos                             all of them, one after the other

Each is a module with the function ``run``, which gives back a `report.Figure`: what was demanded, what was measured. At full
length it is written down in ``benchmarks/CHAOS.md``. The short form of each is a test.

Servers are programs of their own, which are killed, starved and cut off; players are programs of their own, too, and write
down what they have sent and heard where no server's death can reach it (`players`). In the short form both are forked
(`tests.server.zygote`); at full length an interpreter starts the server where a start or its memory is measured. What is
stored is read afterwards and played again by somebody who trusts neither (`checker`). A kill -9 is the death of a process and
not of a machine: nothing here shows what a power cut does.
"""
