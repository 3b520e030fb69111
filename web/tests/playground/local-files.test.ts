// Files of rules: what is no such file says so, and one that was opened is saved again to the same place.

import { describe, expect, it } from "vitest";
import { droppedFile, FileError, read } from "../../src/playground/rules/local-files";
import { LARGEST } from "../../src/playground/rules/link";

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

describe("a file of rules", () => {
  it("is read as UTF-8", async () => {
    expect(await read(file("nim.py", "# Übung 日本\n"), null)).toEqual({
      name: "nim.py",
      text: "# Übung 日本\n",
      handle: null,
    });
  });

  it.each([
    ["nim.txt", "x = 1", "nim.txt is not a Python file. Open one that ends in .py."],
    ["nim.py", "#".repeat(LARGEST + 1), "nim.py is too large: a file of rules has at most 1000 kB here. Use rondel dev."],
    [
      "nim.py",
      new Uint8Array([0x23, 0xff]),
      "nim.py is not written in UTF-8, or cannot be read. Save it as UTF-8, and open it again.",
    ],
  ])("%s is refused with what to do", async (name, content, said) => {
    await expect(read(file(name, content), null)).rejects.toThrow(new FileError(said));
  });

  it("may be dropped on the page, and a dropped text is none", async () => {
    expect((await droppedFile({ files: [file("nim.py", "x = 1")] } as unknown as DataTransfer))?.text).toBe("x = 1");
    expect(await droppedFile({ files: [] } as unknown as DataTransfer)).toBeNull();
  });
});
