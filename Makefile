# SPDX-License-Identifier: MIT
#
# Try it
#   make run             get missing packages, build, start two example apps, and show their calls live; on a desktop
#                        in a window too
#   make demo            play one scene and print it; `make run` does the same without a terminal
#
# Install it
#   make                 build everything that `make install` installs. WINDOW=no leaves the window out, and needs no
#   GTK
#   make install         copy it: needs no compiler, so it may run as root. PREFIX=/usr/local, DESTDIR= for packagers
#   make uninstall       stop the service and remove what `make install` installed
#   make deb             packages for Debian and its relatives: build/packages. `make rpm` for Fedora and its relatives
#
# Check a change
#   make lint            everything that can be checked without a build: format, scripts, XML, links, names, imports,
#   neighbours, units,
#                        version
#   make test            all tests except those on real desktops
#   make test-desktops   calls on GNOME, Plasma, Xfce and sway; needs packages of a gigabyte. A picture of each desktop
#                        is in .build/pictures
#   make pictures        take the pictures of the README again
#   make api             an app outside this package, in Swift 5 and Swift 6 mode; part of `make test`
#   make companions      the companion modules (Companions/) and their tests; part of `make test`
#   make docs            the pages of the library and the companion modules, for a web server: build/docs. Fails if a
#                        public name has no documentation
#   make check-package   the installed files and the packages: manual pages, links, pkg-config, the library, lintian
#   make bare            `make demo` on a system that has only Debian and Swift, as root and as an ordinary user.
#                        `make bare TARGETS=test` before a release. SUITE=trixie for Debian 13
#
# Look for mistakes for longer
#   make modelcheck      explore every state of small worlds: minutes. WORLDS=--large after a change of a rule,
#                        WORLDS=--deep, or names of worlds
#   make simulate        random stories of the whole service on a virtual clock. SEEDS=3000, or SEED= for one
#   make soak            a million transactions of one service; prints its memory. TRANSACTIONS=1000000
#   make fuzz            fuzz the core, the messages, and the readers of lists, vCards and headsets. FUZZ_SECONDS=60 for
#   each
#                        of FUZZERS="events messages lists contacts headsets"
#   make costs           clients that cost as much as they can, beside others that want an ordinary call; as root.
#                        SECONDS=600 from SEED=1 on
#   make mutate          break each rule once; a test must notice it: an hour
#   make sanitize        the tests of the library with the thread and the address sanitizer
#   make leaks           10,000 calls through the library; nothing may be left of them
#   make bench           measure the service beside a service in C, and the bridges beside the programs that they bridge
#
# Other
#   make source          the source package, which needs no network to build: build/source
#   make deps            install the packages that the targets above need
#   make clean           remove what was built
#   make help            print this

SWIFT ?= swift
# Tests are found by the index of a build. Without the modules of the system in it a build takes a fifth less time.
LEAN = -Xswiftc -index-ignore-system-modules
SWIFTFLAGS ?= $(LEAN)
# Fails if a target imports a module that Package.swift does not declare for it.
BUILD_TESTS = $(SWIFT) build --build-tests --explicit-target-dependency-import-check error $(SWIFTFLAGS)
RUN_TESTS = $(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS)
INSTALL ?= install
PREFIX ?= /usr/local
DESTDIR ?=

bindir ?= $(PREFIX)/bin
libexecdir ?= $(PREFIX)/libexec
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/monkeycall
localedir ?= $(datadir)/locale
pkgconfigdir ?= $(datadir)/pkgconfig
unitdir ?= $(PREFIX)/lib/systemd/system
userunitdir ?= $(PREFIX)/lib/systemd/user
applicationsdir ?= $(datadir)/applications
# GNOME looks for search providers only in the data folders of the system.
searchprovidersdir ?= $(datadir)/gnome-shell/search-providers
extensionsdir ?= $(datadir)/gnome-shell/extensions
krunnerdir ?= $(datadir)/krunner/dbusplugins
sysusersdir ?= $(PREFIX)/lib/sysusers.d
udevrulesdir ?= $(PREFIX)/lib/udev/rules.d
interfacesdir ?= $(datadir)/dbus-1/interfaces
# The bus looks for activation files below /usr/local too, ...
servicesdir ?= $(datadir)/dbus-1/system-services
userservicesdir ?= $(datadir)/dbus-1/services
iconsdir ?= $(datadir)/icons/hicolor
metainfodir ?= $(datadir)/metainfo
# ... but the bus and polkit read policy only from /usr/share and /etc.
ifeq ($(PREFIX),/usr)
policydir ?= $(datadir)/dbus-1/system.d
polkitdir ?= $(datadir)/polkit-1/rules.d
else
policydir ?= /etc/dbus-1/system.d
polkitdir ?= /etc/polkit-1/rules.d
endif
# Desktops start the programs of this folder at the login, also with another PREFIX.
autostartdir ?= /etc/xdg/autostart
# Browsers look for extensions and for the programs of extensions in these folders only, also with another PREFIX. The
# long name is the application id of Firefox.
webextdir ?= $(datadir)/webext/monkeycall
chromiumextensionsdir ?= /usr/share/chromium/extensions
firefoxextensionsdir ?= /usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}
chromiumhostsdir ?= /etc/chromium/native-messaging-hosts
firefoxhostsdir ?= /usr/lib/mozilla/native-messaging-hosts
bashcompletionsdir ?= $(datadir)/bash-completion/completions
# Packages of Debian use vendor-completions instead. Every zsh reads site-functions below /usr/local.
zshcompletionsdir ?= $(datadir)/zsh/site-functions
fishcompletionsdir ?= $(datadir)/fish/vendor_completions.d
# An app names this folder in its Package.swift. Its last part is the package's name there.
swiftdir ?= $(datadir)/swift/monkeycall
# The companion modules look for the library beside them.
companionsdir ?= $(swiftdir)-companions
# `monkeycall new-app` copies it.
newappdir ?= $(datadir)/monkeycall/new-app

BUILD := build

# A source package has the dependencies' sources in this folder. Package.swift then takes them from there.
export MONKEYCALL_VENDOR := $(wildcard vendor)

# Static and without a run path, so that the installed programs need no Swift. STRIP= keeps the symbols. The linker
# takes libstdc++ from the archive in $(ARCHIVES), because looking up the symbols of the shared library is a tenth of a
# cold start. All symbols are bound at the start, so that the table of addresses is read-only afterwards.
STRIP ?= -Xlinker -s
ARCHIVES := $(BUILD)/archives
export RELEASE_BUILD = $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath -Xlinker -L$(ARCHIVES) \
    -Xlinker -z -Xlinker now -Xswiftc -cross-module-optimization $(STRIP) $(SWIFTFLAGS)

# WINDOW=no: without monkeycall-phone, so GTK and libadwaita are not needed.
WINDOW ?= yes
ifeq ($(WINDOW),no)
export MONKEYCALL_WINDOW := no
endif
PHONE := $(if $(filter-out no,$(WINDOW)),monkeycall-phone)

# GNOME Shell 43 and 44 load other modules than later versions: each has a folder in gnome-shell/. Packages say which
# one.
GNOME_SHELL ?= $(if $(filter 43 44,$(shell gnome-shell --version 2>/dev/null | sed -nE 's/^GNOME Shell ([0-9]+).*/\1/p')),43,45)
EXTENSION = $(wildcard gnome-shell/shared/* gnome-shell/$(GNOME_SHELL)/*)
EXTENSION_ID := monkeycall@monkeycall.org

# `make` builds these; `make install` copies them.
SOURCES := Package.swift $(shell find Sources -type f)
# The programs that no user types.
SERVICES := monkeycalld monkeycall-agent monkeycall-directory monkeycall-bridge monkeycall-browser monkeycall-headset-id
SYSTEM_UNITS := monkeycalld.service monkeycall-bridge-system.service
USER_UNITS := monkeycall-agent.service monkeycall-directory.service monkeycall-bridge.service
# The programs that a user types.
COMMANDS := monkeycall $(PHONE)
BINARIES := $(addprefix $(BUILD)/,$(SERVICES) $(COMMANDS))
METAINFO := $(if $(PHONE),$(BUILD)/org.monkeycall.Phone.metainfo.xml)
MANUAL := $(addprefix $(BUILD)/man/,$(COMMANDS:%=man1/%.1) man5/monkeycalld.conf.5 man5/monkeycall-agent.conf.5 \
    man5/monkeycall-bridge.conf.5 \
    man8/monkeycalld.8 man8/monkeycall-agent.8 man8/monkeycall-directory.8 \
    man8/monkeycall-bridge.8 man8/monkeycall-browser.8)
WEBEXTENSION := $(wildcard browser/*.js browser/*.json browser/*.html)
LANGUAGES := $(basename $(notdir $(wildcard po/*.po)))
CATALOGUES := $(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/monkeycall.mo)
COMPLETIONS := $(BUILD)/completions/monkeycall.bash $(BUILD)/completions/_monkeycall $(BUILD)/completions/monkeycall.fish
INTERFACES := $(wildcard dbus/*.xml)
# The targets of the library, which is installed as source.
LIBRARY := $(shell sed -n '/^let library/,/^]/s/.*name: "\([^"]*\)".*/\1/p' Package.swift)

# scripts/check-version compares it with NEWS.md.
VERSION := $(shell sed -n 's/^.*let contractVersion: UInt32 = //p' Sources/Contract/CallContract/Version.swift)
# The manual pages have the date of the release, not of the build.
RELEASE_DATE = $(shell scripts/release-date)

.DELETE_ON_ERROR:
.PHONY: all help run demo programs window bare test test-agent test-browsers test-calls test-phone test-desktops pictures api companions api-and-companions modelcheck mutate simulate soak costs fuzz sanitize leaks bench deps docs lint source deb rpm check-package install install-phone uninstall clean service-user

all: $(BINARIES) $(MANUAL) $(COMPLETIONS) $(CATALOGUES) $(METAINFO)

# Only a desktop gets the packages of the window.
run: programs
	if [ -n "$(PHONE)" ] && [ -n "$$WAYLAND_DISPLAY$$DISPLAY" ] && [ -t 0 ] && [ -t 1 ]; then $(MAKE) window; fi
	scripts/run "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

demo: programs
	scripts/scene "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

TARGETS ?= demo
SUITE ?= bookworm
bare:
	scripts/install-dependencies bare
	SUITE=$(SUITE) scripts/test-on-bare-machine $(TARGETS)

# A debug build, because it is the fastest. One program at a time: a build of the whole package includes the tests,
# which need more packages.
programs: export MONKEYCALL_WINDOW ?= no
programs:
	scripts/install-dependencies build run
	for program in $(SERVICES) monkeycall MonkeyCall; do \
	    $(SWIFT) build $(SWIFTFLAGS) --product $$program || exit; done

window:
	scripts/install-dependencies build window run
	$(SWIFT) build $(SWIFTFLAGS) --product monkeycall-phone

# The tests of the agent mostly wait, so `api` and `companions` are built at the same time. They run apart from the
# other tests, because they block threads that those need. The tests of real calls run alone, because a busy machine
# interrupts the sound.
test: service-user
	$(BUILD_TESTS)
	$(RUN_TESTS) --skip '^(BrowserTests|DesktopTests|PhoneTests|RealCallsTests|SessionAgentTests)\.'
	$(MAKE) --jobs=2 --output-sync=target test-agent api-and-companions
	$(MAKE) test-browsers
	$(MAKE) test-phone
	$(MAKE) test-calls

test-agent:
	$(RUN_TESTS) --filter '^SessionAgentTests\.'

test-calls:
	$(RUN_TESTS) --filter '^RealCallsTests\.'

# Each window has a screen of its own, and a mouse.
test-phone:
	$(RUN_TESTS) --filter '^PhoneTests\.'

test-browsers:
	$(RUN_TESTS) --filter '^BrowserTests\.'

PICTURES ?= $(CURDIR)/.build/pictures
test-desktops:
	scripts/install-dependencies build window run test desktops
	$(BUILD_TESTS)
	PICTURES="$(PICTURES)" $(RUN_TESTS) --filter '^DesktopTests\.'

pictures: test-desktops
	convert "$(PICTURES)/gnome-incoming.png" -gravity north -crop 640x190+0+0 +repage -strip docs/pictures/incoming-call.png
	scripts/pictures "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" docs/pictures

# A separate package, built in its own folder. Its Swift 5 half must warn in some places, so SWIFTFLAGS with warnings as
# errors do not apply; its Swift 6 half sets that flag itself. SwiftPM has its dependencies in the cache since the first
# build.
APP_PACKAGE = --package-path Tests/Library/Packages/App --scratch-path .build/app --skip-update $(LEAN)
api:
	$(SWIFT) test --disable-xctest $(APP_PACKAGE)

# As `api`, on a bus of its own. Its tests start programs of the main build.
COMPANIONS = --package-path Companions --scratch-path .build/companions --skip-update $(LEAN)
companions:
	$(SWIFT) build --build-tests $(COMPANIONS)
	MONKEYCALL_PROGRAMS="$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" MONKEYCALL_PRIVATE_BUS=1 dbus-run-session --config-file=Companions/Tests/bus.conf -- \
	    $(SWIFT) test --skip-build --disable-xctest $(COMPANIONS)

# One after the other.
api-and-companions: api
	$(MAKE) companions

# Some tests run the service and the bridge on a bus of type system with the installed policies. These name the
# accounts.
service-user:
	scripts/install-dependencies build window run test
	if [ "$$(id -u)" = 0 ]; then systemd-sysusers "$(CURDIR)"/systemd/*.sysusers; fi

# A release build with testing enabled has its own folder, so that it does not replace the ordinary build each time.
WORLDS ?=
modelcheck:
	$(SWIFT) run -c release -Xswiftc -enable-testing --scratch-path .build-modelcheck modelcheck $(WORLDS)

mutate:
	scripts/mutate

SEEDS ?= 3000
EVENTS ?= 60
TRANSACTIONS ?= 1000000
SIMULATE = $(SWIFT) run -c release -Xswiftc -enable-testing --scratch-path .build-modelcheck simulate
simulate:
	$(SIMULATE) $(if $(SEED),--first-seed $(SEED) --seeds 1,--seeds $(SEEDS)) --events $(EVENTS) \
	    --stories .build-modelcheck/stories

soak:
	$(SIMULATE) --soak $(TRANSACTIONS)

# In release: the limit is a second on the clock. On a machine that does other work at the same time, the clock says
# little.
SECONDS ?= 600
COSTS = -c release --scratch-path .build-modelcheck -Xswiftc -enable-testing
costs: service-user
	for product in monkeycalld costs; do $(SWIFT) build $(COSTS) --product $$product || exit; done
	.build-modelcheck/release/costs --seed $(or $(SEED),1) --seconds $(SECONDS)

# With the address and the leak sanitizer, in its own folder. docs/TESTING.md says what the fuzzers found.
FUZZ_SECONDS ?= 60
FUZZERS ?= events messages lists contacts headsets
fuzz:
	scripts/install-dependencies build
	scripts/fuzz $(FUZZ_SECONDS) $(FUZZERS)

sanitize:
	scripts/install-dependencies build run test
	scripts/sanitize thread address

# `make test` does the same with fewer calls.
leaks:
	$(BUILD_TESTS)
	SOAK_CALLS=10000 $(RUN_TESTS) --filter '^CallKitTests\.LeakTests'

bench: | $(ARCHIVES)
	scripts/install-dependencies build window run test
	Benchmarks/run

deps:
	scripts/install-dependencies build $(if $(PHONE),window) run test

docs:
	$(SWIFT) build $(SWIFTFLAGS) --target CallKit
	$(SWIFT) build $(SWIFTFLAGS) --target LiveCommunicationKit
	$(SWIFT) build $(COMPANIONS)
	scripts/document "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" "$$($(SWIFT) build $(COMPANIONS) --show-bin-path)" \
	    $(BUILD)/docs

# Everything that can be checked without a compiler. Views capture weakly: docs/CODING_STYLE.md.
lint: $(BUILD)/org.monkeycall.Phone.metainfo.xml
	$(SWIFT) format lint --strict -r Benchmarks Companions Examples Sources Tests Package.swift
	xmllint --noout --nonet $(INTERFACES) dbus/*.conf desktop/icons/*.svg $(shell find Sources -name '*.ui')
	shellcheck .ci/run scripts/* Tests/Window/WindowLook/run $(wildcard Benchmarks/run debian/*.p*)
	scripts/check-links .
	scripts/check-version $(VERSION)
	scripts/check-names
	scripts/check-imports
	! grep -rnE '\[[^]]*\bunowned ' Sources/Window/GTK Sources/Window/CallWindow/Pages Sources/Window/CallWindow/Window
	scripts/check-neighbours
	scripts/check-unit
	desktop-file-validate $(filter-out %.krunner.desktop,$(wildcard desktop/*.desktop))
	scripts/check-gnome-extension
	appstreamcli validate --no-net $(BUILD)/org.monkeycall.Phone.metainfo.xml

# docs/RELEASING.md explains them.
source deb rpm:
	scripts/install-dependencies build $(if $(filter-out source,$@),window $@)
	scripts/package $@ $(VERSION)

check-package: deb
	scripts/install-dependencies build window test deb
	scripts/check-package

# One product at a time, because the support code of the tests cannot be linked statically. The copies get a new time
# even if the compiler had nothing to do.
$(BUILD)/.built: $(SOURCES) | $(ARCHIVES)
	@[ -z "$(PHONE)" ] || pkg-config --exists libadwaita-1 || { \
	    echo 'libadwaita is missing for the window: install it with `make deps`, or build without the window: make WINDOW=no'; exit 1; }
	for product in $(SERVICES) $(COMMANDS) manual-pages; do $(RELEASE_BUILD) --product $$product || exit; done
	mkdir -p $(BUILD)
	bin="$$($(RELEASE_BUILD) --show-bin-path)" && \
	    cp $(BINARIES:$(BUILD)/%="$$bin/%") "$$bin/manual-pages" $(BUILD)
	touch $@

# On a system without the archive the folder stays empty, and the linker takes the shared library.
$(ARCHIVES):
	mkdir -p $@
	archive=$$("$${CC:-$$(command -v cc || command -v clang)}" -print-file-name=libstdc++.a); \
	    if [ -e "$$archive" ]; then ln -s "$$archive" $@; fi

$(BINARIES) $(BUILD)/manual-pages: $(BUILD)/.built ;

# The page of a program comes from its help, the page of a configuration file from its example.
$(BUILD)/man/man1/%.1: $(BUILD)/% $(BUILD)/manual-pages
	mkdir -p $(dir $@)
	$(BUILD)/manual-pages $< 1 $(RELEASE_DATE) >$@

$(BUILD)/man/man5/%.5: docs/% $(BUILD)/manual-pages
	mkdir -p $(dir $@)
	$(BUILD)/manual-pages $< 5 $(RELEASE_DATE) >$@

$(BUILD)/man/man8/%.8: $(BUILD)/% $(BUILD)/manual-pages
	mkdir -p $(dir $@)
	$(BUILD)/manual-pages $< 8 $(RELEASE_DATE) >$@

$(BUILD)/locale/%/LC_MESSAGES/monkeycall.mo: po/%.po
	mkdir -p $(dir $@)
	msgfmt -o $@ $<

$(BUILD)/%.metainfo.xml: desktop/%.metainfo.xml
	mkdir -p $(dir $@)
	sed 's|@version@|$(VERSION)|; s|@date@|$(RELEASE_DATE)|' $< >$@

$(BUILD)/completions/monkeycall.bash: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script bash >$@
	sed -i '1{/^#!/d}' $@ # a shell reads the file and does not run it

$(BUILD)/completions/_monkeycall: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script zsh >$@

$(BUILD)/completions/monkeycall.fish: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script fish >$@

# Version 1 enabled the agent for every user with this link, so that no user could disable it.
VERSION_1_LINK = $(DESTDIR)$(userunitdir)/graphical-session.target.wants/monkeycall-agent.service

# Copies only. At the end it prints what to do next on a running system.
install: all $(if $(PHONE),install-phone)
	for program in $(SERVICES); do \
	    $(INSTALL) -D -m 755 $(BUILD)/$$program $(DESTDIR)$(libexecdir)/$$program || exit; done
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall $(DESTDIR)$(bindir)/monkeycall
	$(INSTALL) -d $(DESTDIR)$(interfacesdir) $(DESTDIR)$(unitdir) $(DESTDIR)$(servicesdir) \
	    $(DESTDIR)$(applicationsdir) $(DESTDIR)$(userunitdir) $(DESTDIR)$(pkgconfigdir)
	$(INSTALL) -m 644 $(INTERFACES) $(DESTDIR)$(interfacesdir)
	for policy in org.monkeycall.CallManager.conf org.monkeycall.Bridge.conf; do \
	    $(INSTALL) -D -m 644 dbus/$$policy $(DESTDIR)$(policydir)/$$policy || exit; done
	$(INSTALL) -D -m 644 polkit/monkeycall-bridge.rules $(DESTDIR)$(polkitdir)/monkeycall-bridge.rules
	sed 's|@libexecdir@|$(libexecdir)|' dbus/org.monkeycall.CallManager.service \
	    >$(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	for unit in $(SYSTEM_UNITS); do \
	    sed 's|@libexecdir@|$(libexecdir)|' systemd/$$unit >$(DESTDIR)$(unitdir)/$$unit && \
	    chmod 644 $(DESTDIR)$(unitdir)/$$unit || exit; done
	for unit in $(USER_UNITS); do \
	    sed 's|@libexecdir@|$(libexecdir)|' systemd/$$unit >$(DESTDIR)$(userunitdir)/$$unit && \
	    chmod 644 $(DESTDIR)$(userunitdir)/$$unit || exit; done
	rm -f $(VERSION_1_LINK)
	sed 's|@libexecdir@|$(libexecdir)|' desktop/org.monkeycall.Agent.desktop \
	    >$(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	chmod 644 $(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	$(INSTALL) -m 644 desktop/org.monkeycall.Dial.desktop desktop/org.monkeycall.Search.desktop \
	    $(DESTDIR)$(applicationsdir)
	$(INSTALL) -D -m 644 desktop/org.monkeycall.Search.search-provider.ini \
	    $(DESTDIR)$(searchprovidersdir)/org.monkeycall.Search.ini
	$(INSTALL) -D -m 644 desktop/org.monkeycall.Search.krunner.desktop \
	    $(DESTDIR)$(krunnerdir)/org.monkeycall.Search.desktop
	$(INSTALL) -d $(DESTDIR)$(extensionsdir)/$(EXTENSION_ID)
	$(INSTALL) -m 644 $(EXTENSION) $(DESTDIR)$(extensionsdir)/$(EXTENSION_ID)
	$(INSTALL) -d $(DESTDIR)$(webextdir) $(DESTDIR)$(chromiumextensionsdir) "$(DESTDIR)$(firefoxextensionsdir)" \
	    $(DESTDIR)$(chromiumhostsdir) $(DESTDIR)$(firefoxhostsdir)
	$(INSTALL) -m 644 $(WEBEXTENSION) $(DESTDIR)$(webextdir)
	ln -sfn $(webextdir) $(DESTDIR)$(chromiumextensionsdir)/monkeycall
	ln -sfn $(webextdir) "$(DESTDIR)$(firefoxextensionsdir)/browser@monkeycall.org"
	sed 's|@libexecdir@|$(libexecdir)|' browser/host/chromium.json >$(DESTDIR)$(chromiumhostsdir)/org.monkeycall.browser.json
	sed 's|@libexecdir@|$(libexecdir)|' browser/host/firefox.json >$(DESTDIR)$(firefoxhostsdir)/org.monkeycall.browser.json
	chmod 644 $(DESTDIR)$(chromiumhostsdir)/org.monkeycall.browser.json $(DESTDIR)$(firefoxhostsdir)/org.monkeycall.browser.json
	$(INSTALL) -d $(DESTDIR)$(userservicesdir)
	sed 's|@libexecdir@|$(libexecdir)|' dbus/org.monkeycall.Directory.service \
	    >$(DESTDIR)$(userservicesdir)/org.monkeycall.Directory.service
	chmod 644 $(DESTDIR)$(userservicesdir)/org.monkeycall.Directory.service
	chmod 644 $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	$(INSTALL) -d $(DESTDIR)$(udevrulesdir)
	sed 's|@libexecdir@|$(libexecdir)|' udev/70-monkeycall-headset.rules \
	    >$(DESTDIR)$(udevrulesdir)/70-monkeycall-headset.rules
	chmod 644 $(DESTDIR)$(udevrulesdir)/70-monkeycall-headset.rules
	for account in monkeycall monkeycall-bridge; do \
	    $(INSTALL) -D -m 644 systemd/$$account.sysusers $(DESTDIR)$(sysusersdir)/$$account.conf || exit; done
	for page in $(MANUAL:$(BUILD)/man/%=%); do \
	    $(INSTALL) -D -m 644 $(BUILD)/man/$$page $(DESTDIR)$(mandir)/$$page || exit; done
	sed 's|@prefix@|$(PREFIX)|; s|@interfacesdir@|$(interfacesdir:$(PREFIX)/%=$${prefix}/%)|; s|@version@|$(VERSION)|' \
	    dbus/monkeycall.pc.in >$(DESTDIR)$(pkgconfigdir)/monkeycall.pc
	chmod 644 $(DESTDIR)$(pkgconfigdir)/monkeycall.pc
	for language in $(LANGUAGES); do $(INSTALL) -D -m 644 $(BUILD)/locale/$$language/LC_MESSAGES/monkeycall.mo \
	    $(DESTDIR)$(localedir)/$$language/LC_MESSAGES/monkeycall.mo || exit; done
	$(INSTALL) -D -m 644 $(BUILD)/completions/monkeycall.bash $(DESTDIR)$(bashcompletionsdir)/monkeycall
	$(INSTALL) -D -m 644 $(BUILD)/completions/_monkeycall $(DESTDIR)$(zshcompletionsdir)/_monkeycall
	$(INSTALL) -D -m 644 $(BUILD)/completions/monkeycall.fish $(DESTDIR)$(fishcompletionsdir)/monkeycall.fish
	$(INSTALL) -D -m 644 Package.swift $(DESTDIR)$(swiftdir)/Package.swift
	cd Sources && find $(LIBRARY) -type f -exec $(INSTALL) -D -m 644 {} $(abspath $(DESTDIR)/$(swiftdir))/Sources/{} \;
	$(INSTALL) -D -m 644 Companions/Package.swift $(DESTDIR)$(companionsdir)/Package.swift
	cd Companions/Sources && find * -type f -exec $(INSTALL) -D -m 644 {} $(abspath $(DESTDIR)/$(companionsdir))/Sources/{} \;
	cd Examples/NewApp && find * -type f -exec $(INSTALL) -D -m 644 {} $(abspath $(DESTDIR)/$(newappdir))/{} \;
	scripts/install-documents $(DESTDIR)$(docdir) $(DESTDIR)$(interfacesdir)
	@[ -n "$(DESTDIR)" ] || printf '%s\n' 'Installed. Now, as root:' \
	    '  systemd-sysusers && systemctl daemon-reload && systemctl reload dbus' \
	    '  udevadm trigger --subsystem-match=hidraw    (so that you may use the buttons of a headset that is plugged in)' \
	    '  systemctl enable --now monkeycall-bridge-system    (so that calls of modems are registered)' \
	    '  update-desktop-database $(applicationsdir)    (so that tel: and sip: links can be opened)' \
	    'and, as each user that wants to see calls on the desktop:' \
	    '  systemctl --user daemon-reload && systemctl --user enable --now monkeycall-agent monkeycall-directory monkeycall-bridge' \
	    '  gnome-extensions enable $(EXTENSION_ID)    (after the next login; calls on the locked screen and in the panel of GNOME)'

# The window, for `install`.
install-phone: all
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall-phone $(DESTDIR)$(bindir)/monkeycall-phone
	$(INSTALL) -D -m 644 desktop/org.monkeycall.Phone.desktop $(DESTDIR)$(applicationsdir)/org.monkeycall.Phone.desktop
	for folder in $(applicationsdir) $(autostartdir); do $(INSTALL) -d $(DESTDIR)$$folder && \
	    sed 's|@bindir@|$(bindir)|' desktop/org.monkeycall.Phone.LockScreen.desktop \
	        >$(DESTDIR)$$folder/org.monkeycall.Phone.LockScreen.desktop && \
	    chmod 644 $(DESTDIR)$$folder/org.monkeycall.Phone.LockScreen.desktop || exit; done
	$(INSTALL) -D -m 644 $(METAINFO) $(DESTDIR)$(metainfodir)/org.monkeycall.Phone.metainfo.xml
	$(INSTALL) -D -m 644 desktop/icons/org.monkeycall.Phone.svg $(DESTDIR)$(iconsdir)/scalable/apps/org.monkeycall.Phone.svg
	$(INSTALL) -D -m 644 desktop/icons/org.monkeycall.Phone-symbolic.svg \
	    $(DESTDIR)$(iconsdir)/symbolic/apps/org.monkeycall.Phone-symbolic.svg
	$(INSTALL) -d $(DESTDIR)$(userservicesdir)
	sed 's|@bindir@|$(bindir)|' dbus/org.monkeycall.Phone.service >$(DESTDIR)$(userservicesdir)/org.monkeycall.Phone.service
	chmod 644 $(DESTDIR)$(userservicesdir)/org.monkeycall.Phone.service

# Keeps the users monkeycall and monkeycall-bridge, because files may belong to them, and /etc/monkeycall, which the
# administrator wrote. On a running system it first stops the service, if the service is of this installation.
uninstall:
	@[ -n "$(DESTDIR)" ] || scripts/stop-installed $(unitdir)/monkeycalld.service
	rm -f $(addprefix $(DESTDIR)$(libexecdir)/,$(SERVICES)) $(addprefix $(DESTDIR)$(bindir)/,monkeycall monkeycall-phone)
	rm -f $(DESTDIR)$(udevrulesdir)/70-monkeycall-headset.rules
	rm -f $(addprefix $(DESTDIR)$(userunitdir)/,$(USER_UNITS)) $(VERSION_1_LINK)
	rm -f $(LANGUAGES:%=$(DESTDIR)$(localedir)/%/LC_MESSAGES/monkeycall.mo)
	rm -f $(addprefix $(DESTDIR)$(interfacesdir)/,$(notdir $(INTERFACES)))
	rm -f $(addprefix $(DESTDIR)$(policydir)/org.monkeycall.,CallManager.conf Bridge.conf)
	rm -f $(DESTDIR)$(polkitdir)/monkeycall-bridge.rules
	rm -f $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	rm -f $(addprefix $(DESTDIR)$(applicationsdir)/org.monkeycall.,Agent.desktop Dial.desktop Phone.desktop Phone.LockScreen.desktop Search.desktop)
	rm -f $(DESTDIR)$(autostartdir)/org.monkeycall.Phone.LockScreen.desktop
	rm -f $(DESTDIR)$(metainfodir)/org.monkeycall.Phone.metainfo.xml $(DESTDIR)$(iconsdir)/scalable/apps/org.monkeycall.Phone.svg \
	    $(DESTDIR)$(iconsdir)/symbolic/apps/org.monkeycall.Phone-symbolic.svg
	rm -f $(DESTDIR)$(searchprovidersdir)/org.monkeycall.Search.ini $(DESTDIR)$(krunnerdir)/org.monkeycall.Search.desktop
	rm -f $(addprefix $(DESTDIR)$(userservicesdir)/org.monkeycall.,Directory.service Phone.service)
	rm -f $(DESTDIR)$(chromiumextensionsdir)/monkeycall "$(DESTDIR)$(firefoxextensionsdir)/browser@monkeycall.org" \
	    $(addsuffix /org.monkeycall.browser.json,$(DESTDIR)$(chromiumhostsdir) $(DESTDIR)$(firefoxhostsdir))
	rm -rf $(DESTDIR)$(webextdir) $(DESTDIR)$(extensionsdir)/$(EXTENSION_ID)
	rm -f $(addprefix $(DESTDIR)$(unitdir)/,$(SYSTEM_UNITS))
	rm -f $(addprefix $(DESTDIR)$(sysusersdir)/,monkeycall.conf monkeycall-bridge.conf)
	rm -f $(MANUAL:$(BUILD)/man/%=$(DESTDIR)$(mandir)/%) $(DESTDIR)$(mandir)/man1/monkeycall-phone.1 $(DESTDIR)$(pkgconfigdir)/monkeycall.pc
	rm -f $(DESTDIR)$(bashcompletionsdir)/monkeycall $(DESTDIR)$(zshcompletionsdir)/_monkeycall
	rm -f $(DESTDIR)$(fishcompletionsdir)/monkeycall.fish
	rm -rf $(DESTDIR)$(docdir) $(DESTDIR)$(swiftdir) $(DESTDIR)$(companionsdir) $(DESTDIR)$(newappdir)

clean:
	rm -rf $(BUILD) .build/app .build/companions
	$(SWIFT) package clean

# `make help` prints the comment at the beginning of this file.
help:
	@sed -n '3,/^$$/s/^# \{0,1\}//p' $(firstword $(MAKEFILE_LIST))
