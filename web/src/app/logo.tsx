// The logo: a wheel with one slice filled.

export function Logo() {
  return (
    <svg class="mark" viewBox="-13 -13 26 26" aria-hidden="true">
      <circle r="12" fill="none" stroke="currentColor" stroke-width="1.6" />
      <path d="M0-12V12M-12 0H12M-8.5-8.5 8.5 8.5M8.5-8.5-8.5 8.5" stroke="currentColor" stroke-width="1.2" />
      <path class="slice" d="M0 0 0-12A12 12 0 0 1 8.5-8.5Z" />
      <circle class="hub" r="3.2" stroke="currentColor" stroke-width="1.2" />
    </svg>
  );
}
