// SPDX-License-Identifier: MIT
"use strict";

// Merges the frames of each tab to one call, and connects the calls with the program monkeycall-browser, which is their
// way into the registry. The program runs only while there are calls. Messages to it, and from it:
//   {type: "hello", browser, profile}    the first message
//   {type: "ready"}                      the answer
//   {type: "off"}                        the answer, if the user's settings turn the calls of browsers off; the program
//   ends
//   {type: "call", tab, call, site, title, held, muted, again}
//                                        the tab has this call, and so it is now; again: an earlier program knew it
//   {type: "left", tab}                  the tab has no call any more
//   {type: "set", tab, held, muted}      so it should be
//   {type: "end", tab}                   the call should end
const program = "org.monkeycall.browser";
/** How often the program may fail in a row before the pages are given back to the user. */
const attempts = 3;

/** The calls by tab: {call, site, title, again, held and muted as wanted, frames: the state of each port}. */
const calls = new Map();
let host = null;
let failures = 0;
let closing = 0;

// MARK: The program

const hello = (async () => {
  const stored = await chrome.storage.local.get("profile");
  const profile = stored.profile ?? crypto.randomUUID().slice(0, 8);
  if (!stored.profile) await chrome.storage.local.set({ profile });
  const brands = navigator.userAgentData?.brands.map(({ brand }) => brand) ?? [];
  const named = brands.filter((brand) => !brand.includes("Not") && brand !== "Chromium");
  const browser = named[0] ?? (brands.length > 0 ? "Chromium" : "Firefox");
  return { type: "hello", browser, profile };
})();

let sending = hello;
/** Sends in order; the program hears nothing before `hello`. */
const send = (message) => {
  sending = sending.then(async () => {
    if (!host) {
      connect();
      host.postMessage(await hello);
    }
    host.postMessage(message);
  }).catch(console.error);
};

const connect = () => {
  host = chrome.runtime.connectNative(program);
  host.onMessage.addListener(received);
  host.onDisconnect.addListener(() => {
    // Reading it keeps it out of the browser's log.
    void chrome.runtime.lastError;
    host = null;
    for (const call of calls.values()) call.again = true;
    if (calls.size === 0) return;
    failures += 1;
    if (failures <= attempts) setTimeout(() => calls.forEach((_, tab) => tell(tab)), 250 * 2 ** failures);
    // Without the program nobody could resume a call, so none must stay silent.
    else calls.forEach((_, tab) => set(tab, { held: false, muted: false }));
  });
};

const received = (message) => {
  failures = 0;
  // The user wants no calls of browsers. The program ends, and is asked again by the next meeting.
  if (message.type === "off") failures = attempts;
  if (["ready", "off"].includes(message.type)) chrome.storage.local.set({ disabled: message.type === "off" });
  const call = calls.get(message.tab);
  if (!call) return;
  if (message.type === "set") set(message.tab, message);
  if (message.type === "end") for (const port of call.frames.keys()) port.postMessage({ end: true });
};

const set = (tab, { held, muted }) => {
  const call = calls.get(tab);
  Object.assign(call, { held, muted });
  for (const port of call.frames.keys()) port.postMessage({ held, muted });
};

/**
 * At most as much of a title as the program takes. Half of a character of two surrogates would make its message
 * invalid.
 */
const shortened = (title) => [...title].slice(0, 100).join("").toWellFormed();

/** Tells the program how a call is, which the page may have changed or confirmed. */
const tell = (tab) => {
  if (!calls.has(tab) || failures > attempts) return;
  const { call, site, title, again, frames } = calls.get(tab);
  const states = [...frames.values()];
  const [held, muted] = ["held", "muted"].map((key) => states.every((state) => state[key]));
  send({ type: "call", tab, call, site, title: shortened(title), held, muted, again });
};

// MARK: The pages

chrome.runtime.onConnect.addListener((port) => {
  const tab = port.sender.tab?.id;
  if (tab === undefined) return;
  port.onMessage.addListener(({ held, muted }) => {
    if (!calls.has(tab)) {
      const { hostname } = new URL(port.sender.url);
      const title = port.sender.tab.title ?? "";
      const frames = new Map();
      calls.set(tab, { call: crypto.randomUUID(), site: hostname, title, again: false, held, muted, frames });
      clearTimeout(closing);
      if (calls.size === 1) failures = 0;
    }
    const call = calls.get(tab);
    const isNew = !call.frames.has(port);
    call.frames.set(port, { held, muted });
    // Another frame of the tab may be held or muted already.
    if (isNew && (call.held !== held || call.muted !== muted)) port.postMessage({ held: call.held, muted: call.muted });
    tell(tab);
  });
  port.onDisconnect.addListener(() => {
    const call = calls.get(tab);
    if (!call?.frames.delete(port)) return;
    if (call.frames.size > 0) return tell(tab);
    calls.delete(tab);
    if (!host) return;
    send({ type: "left", tab });
    // What is sent just before the end may be lost.
    if (calls.size === 0) closing = setTimeout(() => { host?.disconnect(); host = null; }, 1000);
  });
});

chrome.tabs.onUpdated.addListener((tab, { title }) => {
  if (!calls.has(tab) || title === undefined) return;
  const call = calls.get(tab);
  call.title = title;
  // A page may change its title all the time.
  clearTimeout(call.renaming);
  call.renaming = setTimeout(() => tell(tab), 500);
});

// MARK: The sites

/** The user chooses the sites on the options page, or in the browser's settings of the extension. */
const register = async () => {
  const { origins } = await chrome.permissions.getAll();
  const { off = [] } = await chrome.storage.local.get("off");
  const matches = origins.filter((origin) => !off.includes(origin));
  await chrome.scripting.unregisterContentScripts();
  if (matches.length === 0) return;
  const common = { matches, allFrames: true, runAt: "document_start" };
  await chrome.scripting.registerContentScripts([
    { id: "relay", js: ["relay.js"], ...common },
    { id: "page", js: ["page.js"], world: "MAIN", ...common },
  ]);
};

let registering = Promise.resolve();
const registerAgain = () => { registering = registering.then(register).catch(console.error); };

chrome.runtime.onInstalled.addListener(registerAgain);
chrome.runtime.onStartup.addListener(registerAgain);
chrome.permissions.onAdded.addListener(registerAgain);
chrome.permissions.onRemoved.addListener(registerAgain);
chrome.storage.onChanged.addListener(({ off }) => { if (off) registerAgain(); });
