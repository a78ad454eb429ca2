// Shared by all blocks: their props, and the frame of a section.

import type { ReactNode } from "react";
import type { Action, BlockKind, BlockOf, Node } from "../content";
import { Actions } from "../parts/actions";
import thirds from "../parts/thirds.css?inline";
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

/** A section under its heading. It has no name of its own: a page of a dozen landmarks would have none to go by. */
export function BlockFrame({ block, className = "block", children }: BlockFrameProps) {
  return (
    <section id={block.id ?? undefined} className={`${className} ${block.kind}`}>
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
  /** A band of night across the window, or, in a wide one, the heading in a third and the rest in two. */
  look?: "night" | "thirds" | undefined;
  children?: ReactNode;
}

/** A section under its heading: introduction, what the block adds, note, buttons. */
export function BlockSection({ block, look, children }: BlockSectionProps) {
  useStyles(look === "thirds" && thirds);
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
      <header className="block-header">
        <h2>{unbroken(block.heading)}</h2>
        {block.intro && <Prose nodes={block.intro} />}
      </header>
      {look === "thirds" ? <div className="thirds-body">{body}</div> : body}
      {block.actions && <Actions actions={block.actions} />}
    </BlockFrame>
  );
}
