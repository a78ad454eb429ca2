import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import { BucketAxis } from "./bucket_axis";
import css from "./bucket_axis.css?inline";

function Buckets({ block }: BlockProps<"buckets">) {
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

export const buckets: BlockView<"buckets"> = { render: Buckets, css };
