/** Where the client begins: styles, then the app. */
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadLanguage } from './kit/languages'
import { settings } from './kit/settings.svelte'

await loadLanguage(settings.language).catch(() => {}) // then in English
mount(App, { target: document.getElementById('app') as HTMLElement })
