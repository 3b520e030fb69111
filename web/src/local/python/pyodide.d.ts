// The parts of Pyodide whose types it does not declare.

declare module "pyodide/pyodide.asm.mjs" {
  /** Emscripten's module of CPython. */
  const createPyodideModule: (settings: object) => Promise<never>;
  export default createPyodideModule;
}
