import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";
import { BucketAxis } from "./bucket_axis";

export function Buckets({ block }: BlockProps<"buckets">) {
  return (
    <BlockSection block={block}>
      <BucketAxis
        buckets={block.buckets.map(({ name, years, description }) => ({
          name,
          years,
          description: description && <Prose nodes={description} />,
        }))}
      />
    </BlockSection>
  );
}
