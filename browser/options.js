// SPDX-License-Identifier: MIT
"use strict";

// The user switches the sites of the manifest off and on, and adds and removes others. worker.js follows.
const own = chrome.runtime.getManifest().host_permissions;
const element = (name) => document.getElementById(name);

const show = async () => {
  const { origins } = await chrome.permissions.getAll();
  const { off = [] } = await chrome.storage.local.get("off");
  element("sites").replaceChildren(...origins.sort().map((origin) => row(origin, off)));
};

const row = (origin, off) => {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = !off.includes(origin);
  box.addEventListener("change", () => {
    const others = off.filter((other) => other !== origin);
    chrome.storage.local.set({ off: box.checked ? others : [...others, origin] });
  });
  label.append(box, ` ${origin}`);
  item.append(label);
  if (!own.includes(origin)) {
    const remove = document.createElement("button");
    remove.textContent = "Remove";
    remove.addEventListener("click", () => chrome.permissions.remove({ origins: [origin] }));
    item.append(remove);
  }
  return item;
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
chrome.storage.onChanged.addListener(show);
show();
