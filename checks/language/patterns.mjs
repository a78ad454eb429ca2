// The phrases that the language check reports, each with the suggested rewrite. examples.mjs has sentences that each pattern must find
// and sentences that it must pass.
//
// An `error` fails the check of added lines; a `warning` asks a person to decide. Use `\s+` between words, because a phrase can span
// lines.

/**
 * @typedef {object} Pattern
 * @property {string} name
 * @property {"error" | "warning"} level
 * @property {string} advice what to write
 * @property {RegExp} pattern
 * @property {boolean} [headings] false if headings may contain the phrase
 */

/** @type {Pattern[]} */
export const PATTERNS = [
  {
    name: "stands",
    level: "error",
    advice: 'write "is", "has" or "lists"',
    pattern:
      /(?<![-\w])(?<!\b(?:good|long)\s)(?:stands?|standing)\b(?!-|\s+(?:out|up|for|by|in\s+for|down|alone|still)\b)/i,
  },
  {
    name: "of-its-own",
    level: "error",
    advice: 'write "its own" or "a separate" before the noun',
    pattern: /(?<![-\w])[a-z]+\s+of\s+(?:its|their|her|his|our)\s+own\b/i,
  },
  {
    name: "passive-preposition",
    level: "warning",
    advice: "name who does it, and use an active verb",
    pattern:
      /\b(?:is|are|was|were|be|been)\s+(?:looked\s+at|asked\s+(?:for|about)|waited\s+for|led\s+to|looked\s+for|said\s+of|taken\s+for)\b/i,
  },
  {
    name: "what-clause",
    level: "warning",
    advice: 'name the noun: "scheduled changes", not `what waits`',
    pattern:
      /(?<!\b(?:say|says|show|shows|know|knows|see|sees|ask|asks|decide|decides|about|and|exactly)\s)(?<!^|[.?!]\s)\bwhat\s+(?:was|has|can|must|waits|changes|differs|begins|ends|follows|comes|needs|takes|only|others)\s/i,
  },
  {
    name: "those-that",
    level: "warning",
    advice: 'repeat the noun: "the files that", not `those that`',
    pattern: /\bthose\s+(?:that|of)\b/i,
  },
  {
    name: "none-where",
    level: "error",
    advice: 'write "none if", "true if" or "false if"',
    pattern: /\b(?:none|true|false|nothing|empty)\s+where\b/i,
  },
  {
    name: "there-is-none",
    level: "error",
    advice: 'name what is missing: "the file doesn\'t exist", "no fee matches"',
    pattern: /\bthere\s+(?:is|are|was|were)\s+none\b/i,
  },
  {
    name: "in-place-of",
    level: "warning",
    advice: 'write "instead of"',
    pattern: /\bin\s+(?:the\s+)?place\s+of\b/i,
  },
  {
    name: "returns-whether",
    level: "error",
    advice: 'write "Returns true if"',
    pattern: /\b[Rr]eturns?\s+whether\b/,
  },
  {
    name: "clause-as-noun",
    level: "error",
    advice: "begin with a noun or a verb, not with a clause",
    pattern: /^(?:What|Where)\s+(?:an?|the|each|every|one)\b(?![^.]*\?)/,
    headings: false,
  },
  {
    name: "where-for-if",
    level: "error",
    advice: 'write "if" or "when"',
    pattern: /(?:^|[.]\s)Where\s+(?:it|there|they|that|no|none|nothing|only|all)\b(?![^.]*\?)/,
    headings: false,
  },
  {
    name: "where-clause",
    level: "warning",
    advice: 'write "if" or "when", unless it is a place',
    pattern: /,\s+where\s+(?:it|there|they|that|this|none|nobody|no|only|all)\b/,
  },
  {
    name: "verb-no",
    level: "error",
    advice: 'write "doesn\'t": "doesn\'t start a list", not `starts no list`',
    pattern:
      /\b(?:begin|number|separate|restore|make|name|run|compile|write|start|ask|know|count|shadow|break|load)s?\s+no\s+(?!sense|difference|assumption|promise|claim|mistake|one\b|more\b|longer\b|fewer\b|less\b)[a-z]\w*/i,
  },
  {
    name: "is-no",
    level: "error",
    advice: 'write "isn\'t a"',
    pattern:
      /(?<!\bthere\s)\b(?:is|are|was|were)\s+no\s+(?!longer\b|more\b|one\b|need\b|reason\b|way\b|such\b|different\b|later\b|earlier\b|better\b|worse\b|match\b|exception|substitute|doubt|help\b|use\b|secret)[a-z]\w*/i,
  },
  {
    name: "from-on",
    level: "error",
    advice: 'write "starting", "as of" or "the date when"',
    pattern:
      /\bfrom\s+when\b|\bfrom\s+which\s+on\b|\b(?:until|by)\s+when\b|\bfrom\s+(?!now\b|then\b|here\b|th(?:at|is)\s+(?:point|day|time|moment)\b)(?:\S+\s+){1,3}?on(?=[,.;:])/i,
  },
  {
    name: "but-for",
    level: "error",
    advice: 'write "except"',
    pattern:
      /(?<!(?:\bnot|n't)\b[^.]{0,40})\bbut\s+for\s+(?:the|its|their|what|one|those|an?)\b(?!\s+(?:moment|time\s+being|first|sake|reason|start))|\band\s+be\s+it\b/,
  },
  {
    name: "nobody-can-tell",
    level: "error",
    advice: 'write "unknown"',
    pattern:
      /\bnobody\s+(?:can|could)\s+tell\b|\b(?:can't|cannot|could\s+not|couldn't)\s+be\s+told\b|\bnothing\s+can\s+be\s+(?:told|said)\b/i,
  },
  {
    name: "call-this-again",
    level: "error",
    advice: 'write "run the command again", or show what to type',
    pattern: /\bcall\s+this\s+again\b|\bwrite\s+(?:it|them)\s+so\b(?!\s+that)/i,
  },
  {
    name: "she",
    level: "error",
    advice: 'write "they", or name the role',
    pattern: /\b(?:she|her|hers|herself|he|him|his|himself)\b/i,
  },
  {
    name: "all-that",
    level: "error",
    advice: 'write "everything", "everything else" or "each"',
    pattern: /(?<!(?:\b(?:above|not|after|if|when|for)|n't)\s)\ball\s+(?:that\b|of\s+what\b|else\b)/i,
  },
  {
    name: "alone",
    level: "warning",
    advice: 'write "only"',
    pattern: /(?<!\blet\s)(?<!\bleaves?\s(?:\w+\s){0,3})(?<!\bstands?\s)\balone(?=[,.;:) ])/i,
  },
  {
    name: "beside",
    level: "error",
    advice: 'write "next to", "besides" or "and"',
    pattern: /\bbeside\b(?!\s+the\s+point)/i,
  },
  {
    name: "somebody",
    level: "error",
    advice: 'write "someone", "anyone", "everyone" or "no one"',
    pattern: /\b(?:some|any|every|no)body\b/i,
  },
  {
    name: "turn-over",
    level: "error",
    advice: 'write "switch editions"',
    pattern: /\bturn(?:s|ed|ing)?\s+over\b(?!\s+(?:to|the\s+page|a\s+new)\b)/i,
  },
  {
    name: "as-it-is",
    level: "error",
    advice: 'write "unchanged" or "as written"',
    pattern: /\bas\s+(?:it|they)\s+(?:stands?\b|(?:is|are|was|were)(?=[,.;:)]|\s+(?:before|now)\b))/i,
  },
  {
    name: "preposition-which",
    level: "warning",
    advice: 'end the sentence, or use "that"',
    pattern: /\b(?:on|by|of|from|at|with|to|for)\s+(?:which|whom|whose)\b/i,
  },
  {
    name: "is-there",
    level: "warning",
    advice: 'write "exists" or "is missing"',
    pattern: /\b(?:is|are|was|were)\s+(?:not\s+)?there(?=[,.;:)]|\s\()/i,
  },
  {
    name: "american",
    level: "error",
    advice: "use American spelling and usage (behavior, color, halfway, anymore, while, again, fall)",
    pattern:
      /\b(?:behaviours?|colou?rs?(?<=our|ours)|favou?rs?(?<=our|ours)|honours?|centres?|neighbours?|licences?|organis\w+|recognis\w+|analys(?:es?|ed|ing)(?<!analyses)|catalogues?|half-way|whilst|amongst|anew|autumn|any\s+more(?=[,.;:)]))\b/i,
  },
  {
    name: "percent",
    level: "error",
    advice: 'write "1.25%", without a space',
    pattern: /\d\s%(?![\w(])/,
  },
  {
    name: "replace-by",
    level: "error",
    advice: 'write "replace X with Y"',
    pattern: /\breplac(?:es?|ing)\s+(?:[^\s.;:,]+\s+){1,4}by\s+(?!hand|default|mistake|reference|name\b)/i,
  },
  {
    name: "plain-verb",
    level: "error",
    advice: "use a plain verb: fix, happen, must, assume, describe, distinguish, close",
    pattern:
      /\b(?:mend(?:s|ed|ing)?|befalls?|shall|reckons?|tells?\s+of|says?\s+of|tells?\s+apart|lets?\s+go|in\s+vain|of\s+its\s+accord)\b/i,
  },
  {
    name: "judge",
    level: "warning",
    advice: 'write "check", "decide" or "review"',
    pattern: /\bjudge[sd]?\b/i,
  },
];

/** The longest subject of a commit, in characters. */
export const SUBJECT_LENGTH = 72;

/** The verbs that can start a commit's subject. */
export const VERBS = [
  "Add",
  "Bump",
  "Document",
  "Fix",
  "Measure",
  "Merge",
  "Move",
  "Release",
  "Remove",
  "Rename",
  "Replace",
  "Require",
  "Revert",
  "Simplify",
  "Split",
  "Support",
  "Test",
  "Update",
];
