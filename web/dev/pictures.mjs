// The pictures of content/images as pages show them while someone writes. To encode a photograph takes seconds: until it is
// done, pages show a placeholder that says so.

import { dataUrl, shown } from "../scripts/assets.mjs";
import { encodePicture, examinePicture } from "../scripts/pictures/pictures.mjs";

/** @typedef {import("../src/site/assets.ts").Picture} Picture */
/** @typedef {import("../scripts/pictures/cache.mjs").Cache} Cache */
/** @typedef {import("../scripts/pictures/pictures.mjs").ExaminedPicture} ExaminedPicture */

/**
 * One picture: its file, and what pages show of it, which is first a placeholder and then the picture.
 * @typedef {object} State
 * @property {Promise<ExaminedPicture>} examined
 * @property {Promise<void> | undefined} prepared resolves once there is something to show
 * @property {Picture | undefined} view
 * @property {unknown} fault what kept it from being encoded after the placeholder had been shown
 */

/**
 * @typedef {object} Settings
 * @property {string} imagesDir
 * @property {Cache} cache
 * @property {(stem: string, ending: string, bytes: Buffer) => string} use
 * @property {() => void} onEncoded is called when pages can show a picture in place of its placeholder
 */

/** @param {Settings} settings */
export function openPictures({ imagesDir, cache, use, onEncoded }) {
  /** By name. @type {Map<string, State>} */
  const states = new Map();

  /** @param {string} name */
  function stateOf(name) {
    const known = states.get(name);
    if (known) return known;
    /** @type {State} */
    const state = {
      examined: examinePicture(imagesDir, name, cache),
      prepared: undefined,
      view: undefined,
      fault: undefined,
    };
    states.set(name, state);
    // One that could not be read is read again when it is asked for again.
    state.examined.catch(() => {
      if (states.get(name) === state) states.delete(name);
    });
    return state;
  }

  /**
   * Gives a picture something to show: itself where its files were kept from before, and a placeholder otherwise.
   * @param {State} state
   */
  async function show(state) {
    const picture = await state.examined;
    await new Promise((resolve, reject) => {
      /** @type {Cache} */
      const noticing = (ingredients, make) =>
        cache(ingredients, () => {
          state.view ??= placeholder(picture);
          resolve(undefined);
          return make();
        });
      encodePicture(imagesDir, picture, noticing).then((encoded) => {
        const wasPlaceholder = state.view !== undefined;
        state.view = shown({ ...picture, encoded }, use);
        resolve(undefined);
        if (wasPlaceholder) onEncoded();
      }, fail);

      /** @param {unknown} error */
      function fail(error) {
        state.fault = error;
        reject(error);
        onEncoded();
      }
    });
  }

  /** @param {string} name */
  async function prepare(name) {
    const state = stateOf(name);
    // It stays so until the file changes.
    if (state.fault !== undefined) throw state.fault;
    state.prepared ??= show(state);
    await state.prepared;
  }

  return {
    /** The file of a picture, and what it is. @param {string} name */
    examined: (name) => stateOf(name).examined,

    /** The picture as pages show it; none before it was prepared. @param {string} name */
    view(name) {
      const state = states.get(name);
      return state?.fault === undefined ? state?.view : undefined;
    },

    /** Gives each picture something to show. @param {Iterable<string>} names */
    async prepareAll(names) {
      await Promise.all([...names].map(prepare));
    },

    /** Reads a picture again: its file has changed. @param {string} name */
    forget(name) {
      states.delete(name);
    },
  };
}

/**
 * What stands in the place of a picture that is being encoded.
 * @param {ExaminedPicture} picture
 * @returns {Picture}
 */
function placeholder({ width, height, tint }) {
  const size = Math.round(width / 20);
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="#${tint ?? "ddd"}"/>
<text x="50%" y="50%" font-family="system-ui, sans-serif" font-size="${size}" text-anchor="middle"
 fill="#fff" stroke="#000" stroke-width="${size / 8}" paint-order="stroke">This picture is being encoded …</text>
</svg>`;
  return { url: dataUrl(markup), width, height, tint, srcSet: null, sources: [], inPage: null };
}
