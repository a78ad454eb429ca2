// Shared by all blocks: their props, their place in the map, and the frame of a section.

import type { ComponentType, ReactNode } from "react";
import type { Action, BlockKind, BlockOf, Node } from "../content";
import { Actions } from "../parts/actions";
import { unbroken } from "../parts/unbroken";
import { Prose } from "../prose/prose";

export interface BlockProps<K extends BlockKind> {
  block: BlockOf<K>;
  /** The block's place on its page, from 0. */
  index: number;
  /** The kind of the block before it. */
  follows?: BlockKind | undefined;
}

/** The component and the styles of one kind of block. */
export interface BlockView<K extends BlockKind> {
  render: ComponentType<BlockProps<K>>;
  /** The block's own styles, and those it shares with another, sent only with pages that use it. */
  css: string | string[];
  /** A look that only some blocks of the kind have, and its styles, sent only with pages that have one of these. */
  variant?: { has: (block: BlockOf<K>) => boolean; css: string };
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
