import { createContext, useContext } from 'react'

const Language = createContext('en')

/** Around what shows a template: the language in which its documents print figures. */
export const TemplateLanguageProvider = Language.Provider

export const useTemplateLanguage = (): string => useContext(Language)
