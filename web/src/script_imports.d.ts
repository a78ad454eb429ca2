// Made by scripts/vite_plugins.mjs.
declare module "*?script" {
  const code: string;
  export default code;
}
