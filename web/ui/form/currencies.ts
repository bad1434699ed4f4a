const names = new Intl.DisplayNames('en', { type: 'currency' })

/** Every currency to choose from: "USD US Dollar". */
export const currencies = Intl.supportedValuesOf('currency').map(code => ({
  value: code,
  label: `${code} ${names.of(code) ?? ''}`.trim(),
}))
