// The page while its data is on the way.

import { Header } from "./header";

export function Loading({ text }: { readonly text: string }) {
  return (
    <>
      <Header />
      <main class="message">
        <p class="sub" role="status">
          {text}
        </p>
      </main>
    </>
  );
}
