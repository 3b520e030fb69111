// What can be done with the file in the editor: open another one, save it, and share it by a link.

import { Button } from "../../controls/button";
import { CopyButton } from "../../controls/copy";
import { translate } from "../../text/text";
import { openFile, saveFile, type LocalFile } from "./local-files";
import { linkTo, said, type RulesFile } from "./rules-file";

interface FileButtonsProps {
  readonly current: () => RulesFile & LocalFile; // what is in the editor now
  readonly opened: (file: LocalFile) => void;
  readonly saved: (file: LocalFile) => void;
  readonly fail: (message: string) => void; // "" where all went well
}

export function FileButtons({ current, opened, saved, fail }: FileButtonsProps) {
  const take = (file: Promise<LocalFile | null>, done: (file: LocalFile) => void) => {
    fail("");
    file.then(
      (found) => found && done(found),
      (error: unknown) => fail(said(error)),
    );
  };
  return (
    <>
      <Button onClick={() => take(openFile(), opened)} text={translate("Open…")} />
      <Button onClick={() => take(saveFile(current()), saved)} text={translate("Save")} />
      <CopyButton
        words={translate("Share")}
        address={() => {
          fail("");
          return linkTo(current()).catch((error: unknown) => (fail(said(error)), null));
        }}
      />
    </>
  );
}
