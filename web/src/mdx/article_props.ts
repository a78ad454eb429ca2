import type { ReactNode } from "react";
import type { AttributesOf, ComponentName } from "../content";

/** The props that an article gives a component: the attributes that its schema lists, and the text between its tags. */
export type ArticleProps<N extends ComponentName> = Record<AttributesOf[N], string> & {
  children?: ReactNode;
};
