// Measures from the font files (tables head, hhea and name), and the mean width of a character of English prose.
// Copied from @capsizecss/metrics 4.3: each installation would fetch that package's other 29,000 files.

export const arialBold = {
  familyName: "Arial",
  fullName: "Arial Bold",
  postscriptName: "Arial-BoldMT",
  ascent: 1854,
  descent: -434,
  lineGap: 67,
  unitsPerEm: 2048,
  xWidthAvg: 983,
};

export const josefinSans = {
  familyName: "Josefin Sans",
  fullName: "Josefin Sans SemiBold",
  postscriptName: "JosefinSans-SemiBold",
  ascent: 750,
  descent: -250,
  lineGap: 0,
  unitsPerEm: 1000,
  xWidthAvg: 468,
};

export const newsreader = {
  familyName: "Newsreader",
  fullName: "Newsreader Regular",
  postscriptName: "Newsreader-Regular",
  ascent: 1470,
  descent: -530,
  lineGap: 0,
  unitsPerEm: 2000,
  // Includes kerning, which makes a line of prose 1% shorter.
  xWidthAvg: 848,
};

export const newsreaderBold = {
  ...newsreader,
  fullName: "Newsreader Bold",
  postscriptName: "Newsreader-Bold",
  xWidthAvg: 913,
};

export const notoSerif = {
  familyName: "Noto Serif",
  fullName: "Noto Serif Regular",
  postscriptName: "NotoSerif-Regular",
  ascent: 1069,
  descent: -293,
  lineGap: 0,
  unitsPerEm: 1000,
  xWidthAvg: 481,
};

export const notoSerifBold = {
  ...notoSerif,
  fullName: "Noto Serif Bold",
  postscriptName: "NotoSerif-Bold",
  xWidthAvg: 510,
};

export const robotoBold = {
  familyName: "Roboto",
  fullName: "Roboto Bold",
  postscriptName: "Roboto-Bold",
  ascent: 1900,
  descent: -500,
  lineGap: 0,
  unitsPerEm: 2048,
  xWidthAvg: 926,
};

export const timesNewRoman = {
  familyName: "Times New Roman",
  fullName: "Times New Roman",
  postscriptName: "TimesNewRomanPSMT",
  ascent: 1825,
  descent: -443,
  lineGap: 87,
  unitsPerEm: 2048,
  xWidthAvg: 832,
};

export const timesNewRomanBold = {
  ...timesNewRoman,
  fullName: "Times New Roman Bold",
  postscriptName: "TimesNewRomanPS-BoldMT",
  xWidthAvg: 882,
};
