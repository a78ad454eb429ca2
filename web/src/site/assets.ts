// The files that pages refer to by their hashed names.

/** An image under `/assets`, with the size that keeps its place while it loads. */
export interface Picture {
  url: string;
  width: number;
  height: number;
}

export interface FontFiles {
  display: string;
  text: string;
  textItalic: string;
}

export interface Assets {
  /** Finds a file of content/images; an unknown one is an error that names it. */
  picture(src: string): Picture;
  fonts: FontFiles;
  /** The islands' runtime. */
  runtime: string;
}
