// The Deco of the site in SVG: rays of a low sun, a frieze of chevrons, a stepped frame.

/**
 * Wedges of light from a point, from the left horizon over the top to the right.
 * @param {number} x
 * @param {number} y
 * @param {number} length
 */
export function rays(x, y, length) {
  let path = "";
  for (let degrees = 183; degrees < 360; degrees += 15) {
    path += `M${x} ${y}L${onCircle(x, y, length, degrees)}L${onCircle(x, y, length, degrees + 6)}z`;
  }
  return path;
}

/**
 * Triangles that stand on a line, in a band of this height above it.
 * @param {number} width
 * @param {number} bottom
 * @param {number} height
 */
export function chevrons(width, bottom, height) {
  let path = "";
  for (let x = 0; x < width; x += 2 * height)
    path += `M${x} ${bottom}l${height} ${-height}l${height} ${height}z`;
  return path;
}

/**
 * A frame whose upper corners go up in three steps, like the top of a tower.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} step
 */
export function stepped(x, y, width, height, step) {
  const up = `h${step}v${-step}`;
  const down = `v${step}h${step}`;
  return `M${x} ${y + height}V${y + 3 * step}${up.repeat(3)}H${x + width - 3 * step}${down.repeat(3)}V${y + height}z`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} degrees
 */
function onCircle(x, y, radius, degrees) {
  const angle = (degrees / 180) * Math.PI;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    .map((value) => value.toFixed(1))
    .join(" ");
}
