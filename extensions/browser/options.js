// SPDX-License-Identifier: MIT
"use strict";

// The user switches the sites of the manifest off and on, and adds and removes others. worker.js follows.
const own = chrome.runtime.getManifest().host_permissions;
const element = (name) => document.getElementById(name);

const show = async () => {
  const { origins } = await chrome.permissions.getAll();
  const { off, disabled } = await stored();
  element("sites").replaceChildren(...origins.sort().map((origin) => row(origin, !off.includes(origin))));
  element("disabled").hidden = !disabled;
};

/**
 * The sites that the user has switched off, and whether the settings of the bridge turn all off, as worker.js has
 * learned.
 */
const stored = () => chrome.storage.local.get({ off: [], disabled: false });

const row = (origin, isOn) => {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const box = document.createElement("input");
  [box.type, box.value, box.checked] = ["checkbox", origin, isOn];
  box.addEventListener("change", () => setOff(origin, !box.checked));
  label.append(box, ` ${origin}`);
  item.append(label);
  if (!own.includes(origin)) {
    const remove = document.createElement("button");
    [remove.textContent, remove.value] = ["Remove", origin];
    remove.addEventListener("click", async () => {
      // A site that the user adds again is on.
      if (await chrome.permissions.remove({ origins: [origin] })) setOff(origin, false);
    });
    item.append(remove);
  }
  return item;
};

/** Follows what is stored. The rows stay, and with them the place of the keyboard. */
const check = async () => {
  const { off, disabled } = await stored();
  element("disabled").hidden = !disabled;
  for (const box of element("sites").querySelectorAll("input")) box.checked = !off.includes(box.value);
};

let storing = Promise.resolve();
/** Each change begins with what is stored, after the change before it. */
const setOff = (origin, isOff) => {
  storing = storing.then(async () => {
    const { off } = await stored();
    const others = off.filter((other) => other !== origin);
    await chrome.storage.local.set({ off: isOff ? [...others, origin] : others });
  }).catch(console.error);
};

element("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = element("site").value.trim();
  element("problem").textContent = "";
  try {
    const { protocol, hostname } = new URL(text.includes("://") ? text : `https://${text}`);
    if (!/^[a-z0-9.-]+$/.test(hostname)) throw new TypeError(hostname);
    // The browser asks the user.
    if (await chrome.permissions.request({ origins: [`${protocol}//${hostname}/*`] })) event.target.reset();
  } catch {
    element("problem").textContent = "This is not the address of a site. Write a name such as meet.example.org.";
  }
});

chrome.permissions.onAdded.addListener(show);
chrome.permissions.onRemoved.addListener(show);
chrome.storage.onChanged.addListener(check);
show();
