import { uncopied } from "../../../../config/checkpoints/uncopied";
import { storageSheet } from "../../../../scripts/commands/describe/storage";
import { copiesText } from "../../../../scripts/lib/environments/copies";
import { sample } from "../../../helpers/environment";

const env = (prefixes?: string[]) =>
  sample({
    checkpoints: {
      archive: { every: 1000 },
      replicateTo: {
        bucket: "copies",
        region: "us-west-2",
        kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
        prefixes,
      },
    },
  }).env;

test("what has no second copy is named, by synth and by describe alike", () => {
  const texts = [undefined, ["checkpoints/"], ["checkpoints/one/", "railyard/"]].map((prefixes) => {
    const one = env(prefixes);
    const text = copiesText({ ...one.checkpoints!.replicateTo!, uncopied: uncopied(one) });
    expect(copiesText(storageSheet(one).replica!)).toBe(text);
    return text;
  });
  expect(texts).toEqual([
    "s3://copies (us-west-2): all that is written from then on",
    "s3://copies (us-west-2): only checkpoints/; not copied whole: archive/, railyard/",
    "s3://copies (us-west-2): only checkpoints/one/, railyard/; not copied whole: checkpoints/, archive/",
  ]);
});
