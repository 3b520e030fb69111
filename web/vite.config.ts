import { defineConfig } from "vitest/config";

// The arena a `npm run dev` page talks to.
const arena = "http://127.0.0.1:8000";

export default defineConfig({
  build: {
    // Built into the Python package: who installs Rondel needs no Node.
    outDir: "../src/rondel/server/client",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    // Every asset stays a file, so that a strict Content-Security-Policy needs no data: source.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": arena, "/ws": { target: arena, ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
