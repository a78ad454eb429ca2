// The files that pages refer to by their hashed names.

/** An image of content/images under `/assets`, with the size that keeps its place while it loads. */
export interface Picture {
  /** The file for browsers that don't read `srcset`; a drawing's only file. */
  url: string;
  width: number;
  height: number;
  /** Its dominant color as six hexadecimal digits; null if it has transparent parts. */
  tint: string | null;
  /** The file's narrower and wider versions, as a `srcset`; null for a drawing. */
  srcSet: string | null;
  /** The same picture in better formats, the best first. */
  sources: PictureSource[];
  /** The drawing as a data URL, to inline it in a page; null for a photograph. */
  inPage: string | null;
}

export interface PictureSource {
  /** The media type. */
  type: string;
  srcSet: string;
}

/** A picture for programs that don't read SVG or choose a size. */
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
  /** An editor's own picture, used unchanged: a file of content/images. */
  own: string | null;
}

export interface Scripts {
  /** The address of the islands' runtime. */
  runtime: string;
  /** The addresses of the islands' modules, by name; missing if nothing is bundled. */
  islands?: Record<string, string>;
}

/** The addresses of the fonts' files. */
export interface FaceFiles {
  display: string;
  text: string;
  textItalic: string;
}

export interface FontFiles extends FaceFiles {
  /** The files of each further alphabet that the content uses, with letters such as Ł or ễ, and their `unicode-range`. */
  extended: (FaceFiles & { range: string })[];
}

export interface Assets {
  /** Finds a file of content/images; an unknown one is an error that names it. */
  picture(src: string): Picture;
  /** Makes the picture for shared links to the page: 1200 x 630 pixels. */
  socialPicture(card: SocialCard): Promise<Raster>;
  /** The logo for search engines. */
  logo: Raster;
  /** Makes a style sheet and returns its address. */
  styleSheet(name: string, css: string): string;
  fonts: FontFiles;
  scripts: Scripts;
}
