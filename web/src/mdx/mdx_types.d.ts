// @types/mdx asks each framework to say what its elements are.

import type { JSX as Jsx } from "react";

declare module "mdx/types.js" {
  namespace JSX {
    type Element = Jsx.Element;
    type ElementClass = Jsx.ElementClass;
    type ElementType = Jsx.ElementType;
    type IntrinsicElements = Jsx.IntrinsicElements;
  }
}
