// The files that pages refer to by their hashed names.

/** An image of content/images under `/assets`, with the size that keeps its place while it loads. */
export interface Picture {
  /** The file for a browser that knows nothing better; of a drawing, the only one. */
  url: string;
  width: number;
  height: number;
  /** Its dominant color as six hexadecimal digits; none where one can see through it. */
  tint: string | null;
  /** The file's narrower and wider versions, as a `srcset`; none of a drawing. */
  srcSet: string | null;
  /** The same in better formats, the best first. */
  sources: PictureSource[];
  /** The drawing itself as an address, with which it travels in a page; none of a photograph. */
  inPage: string | null;
}

export interface PictureSource {
  /** The media type. */
  type: string;
  srcSet: string;
}

/** A picture for machines that read no SVG and choose no size. */
export interface Raster {
  url: string;
  /** The media type. */
  type: string;
  width: number;
  height: number;
}

/** The parts of a page's social picture. */
export interface SocialCard {
  route: string;
  title: string;
  /** Above the title; may be empty. */
  eyebrow: string;
  /** A file of content/images. */
  drawing: string;
  /** An editor's own picture, which is taken as it is: a file of content/images. */
  own: string | null;
}

export interface Scripts {
  /** The islands' runtime: its address. */
  runtime: string;
  /** The addresses of the islands' modules, by name; none where nothing is bundled. */
  islands?: Record<string, string>;
}

/** The addresses of the fonts' files. */
export interface FaceFiles {
  display: string;
  text: string;
  textItalic: string;
}

export interface FontFiles extends FaceFiles {
  /** Files with letters such as Ł, and their characters as a range of CSS; none if the content has no such letter. */
  extended?: FaceFiles & { range: string };
}

export interface Assets {
  /** Finds a file of content/images; an unknown one is an error that names it. */
  picture(src: string): Picture;
  /** Makes the picture that is shown where the page is shared: 1200 x 630. */
  socialPicture(card: SocialCard): Promise<Raster>;
  /** The logo for search engines. */
  logo: Raster;
  /** Makes a file of styles and gives its address. */
  styleSheet(name: string, css: string): string;
  fonts: FontFiles;
  scripts: Scripts;
}
