// @types/mdx requires each framework to declare its elements.

import type { JSX as Jsx } from "react";

declare module "mdx/types.js" {
  namespace JSX {
    type Element = Jsx.Element;
    type ElementClass = Jsx.ElementClass;
    type ElementType = Jsx.ElementType;
    type IntrinsicElements = Jsx.IntrinsicElements;
  }
}
