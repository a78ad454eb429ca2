// Everything that a component may ask for while a page is rendered: the content, the files, the route.

import { createContext, type ReactNode, useContext } from "react";
import type { Content } from "../content";
import type { Assets, Picture } from "./assets";

export interface SiteData {
  /** The year of the copyright line. */
  year: number;
  content: Content;
  assets: Assets;
  /** The style sheets of the components rendered so far. */
  styles: Set<string>;
  /** The route of the page being rendered. */
  route: string;
}

const SiteContext = createContext<SiteData | null>(null);

/** The label of external links for screen readers. A separate context, for what React renders in the browser. */
export const NewTabLabel = createContext("");

export function SiteProvider({ value, children }: { value: SiteData; children: ReactNode }) {
  return (
    <SiteContext value={value}>
      <NewTabLabel value={value.content.site.labels.new_tab}>{children}</NewTabLabel>
    </SiteContext>
  );
}

export function useSite(): SiteData {
  const site = useContext(SiteContext);
  if (site === null) throw new Error("useSite: the component must be rendered inside <SiteProvider>");
  return site;
}

/** The file and the size of an image of content/images. */
export function usePicture(src: string): Picture {
  return useSite().assets.picture(src);
}
