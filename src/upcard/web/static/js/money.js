// Amounts are decimal strings in dollars, as the server writes them. They are counted in whole cents, never in fractions.

/** "12.5" -> 1250, "$1,234" -> 123400. NaN for what is no amount: a comma parts thousands and nothing else. */
export function cents(amount) {
  const found = /^\s*(-?)\$?(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?\s*$/.exec(String(amount ?? ''));
  if (!found || (!found[2] && !found[3])) return NaN;
  const whole = Number(found[2].replaceAll(',', '') || 0) * 100 + Number((found[3] || '').padEnd(2, '0'));
  return found[1] ? -whole : whole;
}

/** 1250 -> "12.50" */
export function amount(count) {
  const size = Math.abs(count);
  const part = String(size % 100).padStart(2, '0');
  return `${count < 0 ? '-' : ''}${Math.trunc(size / 100)}.${part}`;
}

/** "1234.5" -> "$1,234.50" */
export function dollars(text) {
  const count = cents(text);
  if (Number.isNaN(count)) return '';
  const [whole, part] = amount(Math.abs(count)).split('.');
  return `${count < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

/** Cents only where there are any: "20.00" -> "$20", "1.50" -> "$1.50" */
export function brief(text) {
  return dollars(text).replace(/\.00$/, '');
}

/** A gain or a loss: "+$29.00", "-$16.00", "$0.00" */
export function signed(text) {
  return cents(text) > 0 ? `+${dollars(text)}` : dollars(text);
}
