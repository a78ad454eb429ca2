// Shared by all blocks: their props, and the frame of a section.

import type { ReactNode } from "react";
import { type Action, type BlockKind, type BlockOf, contentClass, type Node } from "../content";
import { Actions } from "../parts/actions";
import sideHeading from "../parts/side_heading.css?inline";
import { unbroken } from "../parts/unbroken";
import { Prose } from "../prose/prose";
import { useStyles } from "../site/styles";

export interface BlockProps<K extends BlockKind> {
  block: BlockOf<K>;
  /** The kind of the block before it. */
  follows?: BlockKind | undefined;
}

interface BlockFrameProps {
  block: { kind: BlockKind; id: string | null };
  className?: string;
  children: ReactNode;
}

/** A section under its heading. It has no accessible name: a dozen landmarks would make a page hard to navigate. */
export function BlockFrame({ block, className = "block", children }: BlockFrameProps) {
  return (
    <section id={block.id ?? undefined} className={`${className} ${block.kind} ${contentClass}`}>
      <div className="wrap">{children}</div>
    </section>
  );
}

interface BlockSectionProps {
  block: BlockFrameProps["block"] & {
    heading: string;
    intro?: Node[] | null;
    note?: Node[] | null;
    actions?: Action[];
  };
  /** A dark ground across the window; or, in a wide window, the heading in the left third and the rest in the others. */
  look?: "dark-ground" | "side-heading" | undefined;
  children?: ReactNode;
}

/** A section under its heading: introduction, the block's own content, note, buttons. */
export function BlockSection({ block, look, children }: BlockSectionProps) {
  useStyles(look === "side-heading" && sideHeading);
  const body = (
    <>
      {children}
      {block.note && (
        <div className="note">
          <Prose nodes={block.note} />
        </div>
      )}
    </>
  );
  return (
    <BlockFrame block={block} className={look ? `block ${look}` : "block"}>
      <header className="block-heading">
        <h2>{unbroken(block.heading)}</h2>
        {block.intro && <Prose nodes={block.intro} />}
      </header>
      {look === "side-heading" ? <div className="side-heading-body">{body}</div> : body}
      {block.actions && <Actions actions={block.actions} />}
    </BlockFrame>
  );
}
