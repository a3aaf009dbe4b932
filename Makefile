# SPDX-License-Identifier: MIT
#
#   make run       build, start everything, and watch calls (without a terminal: play one scene and end)
#   make test      the whole test suite, but for
#   make test-desktops   calls on GNOME, KDE, XFCE and sway, with a picture of each in .build/pictures; takes a gigabyte of
#                  packages. `make pictures` makes that of the README anew
#   make api       that of an app, which depends on the library from outside, in Swift 5 and Swift 6 mode; part of `make test`
#   make           what `make install` installs, so that the latter needs no compiler and may run as root
#   make install   PREFIX=/usr/local, DESTDIR= for packagers
#   make modelcheck   explore every state of small worlds of calls and apps, minutes; WORLDS=--deep or names: more, by hand
#   make mutate       break the rules one by one, and see who notices; an hour
#   make fuzz         let fuzzers talk to the service and tell stories to the core, FUZZ_SECONDS=60 each
#   make simulate     the whole service under a virtual clock, SEEDS=3000, or SEED= one; `make soak` looks at memory
#   make sanitize     the library's tests with the sanitizers of threads and of addresses; `make leaks`: 10,000 calls
#   make check-package   what is installed: manual pages, links, pkg-config, and lintian on a Debian package of it
#   make docs      the library's pages, for a web server: build/docs; fails where something public is not documented
#   make bare      make demo on a system that has only Debian's base and Swift, as root and as an ordinary user; before a
#                  release also `make bare TARGETS=test`
#   make uninstall, demo, bench, deps, lint, clean

SWIFT ?= swift
SWIFTFLAGS ?=
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
sysusersdir ?= $(PREFIX)/lib/sysusers.d
interfacesdir ?= $(datadir)/dbus-1/interfaces
# The bus and systemd also look below /usr/local for what can be activated, ...
servicesdir ?= $(datadir)/dbus-1/system-services
# ... but the bus reads policy only from /usr/share and /etc.
ifeq ($(PREFIX),/usr)
policydir ?= $(datadir)/dbus-1/system.d
else
policydir ?= /etc/dbus-1/system.d
endif
bashcompletionsdir ?= $(datadir)/bash-completion/completions
# Debian's zsh looks in vendor-completions for packages; everybody's in site-functions for /usr/local.
zshcompletionsdir ?= $(datadir)/zsh/site-functions
fishcompletionsdir ?= $(datadir)/fish/vendor_completions.d

# Static and without a run path, so that what is installed needs no Swift on the machine. A packager who wants the symbols
# says STRIP= .
STRIP ?= -Xlinker -s
export RELEASE_BUILD = $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath \
    -Xswiftc -cross-module-optimization $(STRIP) $(SWIFTFLAGS)

# Made by `make`, copied by `make install`.
BUILD := build
SOURCES := Package.swift $(shell find Sources -type f)
BINARIES := $(BUILD)/monkeycalld $(BUILD)/monkeycall-agent $(BUILD)/monkeycall
MANUAL := $(addprefix $(BUILD)/man/,man1/monkeycall.1 man5/monkeycalld.conf.5 man5/monkeycall-agent.conf.5 \
    man8/monkeycalld.8 man8/monkeycall-agent.8)
LANGUAGES := $(basename $(notdir $(wildcard po/*.po)))
CATALOGUES := $(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/monkeycall.mo)
COMPLETIONS := $(BUILD)/completions/monkeycall.bash $(BUILD)/completions/_monkeycall $(BUILD)/completions/monkeycall.fish
INTERFACES := $(wildcard dbus/*.xml)

# The first release in the news, or the one to come.
VERSION := $(shell awk '$$2 ~ /^[0-9]/ { print $$2; exit }' NEWS.md)
# The manual is dated by the release, not by the day that somebody builds it.
RELEASE_DATE = $(shell scripts/release-date)

.DELETE_ON_ERROR:
.PHONY: all run demo programs bare test test-agent test-desktops pictures api modelcheck mutate simulate soak fuzz sanitize leaks bench deps docs lint check-package install uninstall clean service-user

all: $(BINARIES) $(MANUAL) $(COMPLETIONS) $(CATALOGUES)

run: programs
	scripts/run "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

demo: programs
	scripts/scene "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

TARGETS ?= demo
bare:
	scripts/install-dependencies bare
	scripts/test-on-bare-machine $(TARGETS)

# A debug build, because it is the quickest way to the first scene. Each program by itself: a build of everything includes
# the tests, which need more packages.
programs:
	scripts/install-dependencies build run
	for program in monkeycalld monkeycall-agent monkeycall MonkeyCall; do \
	    $(SWIFT) build $(SWIFTFLAGS) --product $$program || exit; done

# The agent's tests mostly wait, so `api` is built meanwhile. They run apart from the other tests, because they would block
# the threads that those need.
test: service-user
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	$(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --skip '^(DesktopTests|SessionAgentTests)\.'
	$(MAKE) --jobs=2 --output-sync=target test-agent api

test-agent:
	$(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --filter '^SessionAgentTests\.'

PICTURES ?= $(CURDIR)/.build/pictures
test-desktops:
	scripts/install-dependencies build run test desktops
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	PICTURES="$(PICTURES)" $(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --filter '^DesktopTests\.'

pictures: test-desktops
	convert "$(PICTURES)/gnome-incoming.png" -gravity north -crop 640x190+0+0 +repage -strip docs/pictures/incoming-call.png

# Another package, so in a folder of its own. Its Swift 5 half warns where it should, so warnings are no errors there; the
# other half says for itself that they are. What it depends on is in SwiftPM's cache since the first build.
APP_PACKAGE = --package-path Tests/Packages/App --scratch-path .build/app --skip-update
api:
	$(SWIFT) test --disable-xctest $(APP_PACKAGE)

# Some tests put the service on a bus of the system type, under the policy that is installed. That one names the user.
service-user:
	scripts/install-dependencies build run test
	if [ "$$(id -u)" = 0 ]; then systemd-sysusers "$(CURDIR)/systemd/monkeycall.sysusers"; fi

# For release, with what @testable imports: in a folder of its own, or everything would be built anew each time.
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

# With the sanitizers of addresses and of leaks, in a folder of its own. What is found: docs/TESTING.md.
FUZZ_SECONDS ?= 60
fuzz:
	scripts/install-dependencies build
	scripts/fuzz $(FUZZ_SECONDS) events messages

sanitize:
	scripts/install-dependencies build run test
	scripts/sanitize thread address

# What `make test` does with fewer calls.
leaks:
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	SOAK_CALLS=10000 $(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --filter '^CallKitTests\.LeakTests'

bench:
	scripts/install-dependencies build run test
	Benchmarks/run

deps:
	scripts/install-dependencies build run test

docs:
	$(SWIFT) build $(SWIFTFLAGS) --target CallKit
	scripts/document "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" $(BUILD)/docs

# What can be said without building.
lint:
	$(SWIFT) format lint --strict -r Benchmarks Examples Sources Tests Package.swift
	xmllint --noout --nonet $(INTERFACES) dbus/org.monkeycall.CallManager.conf
	shellcheck .ci/run scripts/* $(wildcard Benchmarks/run)
	scripts/check-links .
	scripts/check-unit

check-package: all
	scripts/install-dependencies build test
	scripts/check-package

# These, and not the tests' support, which is not made for a static build. The copies are new even when the compiler had
# nothing to do.
$(BUILD)/.built: $(SOURCES)
	$(RELEASE_BUILD) --product monkeycalld
	$(RELEASE_BUILD) --product monkeycall-agent
	$(RELEASE_BUILD) --product monkeycall
	$(RELEASE_BUILD) --product manual-pages
	mkdir -p $(BUILD)
	bin="$$($(RELEASE_BUILD) --show-bin-path)" && \
	    cp "$$bin/monkeycalld" "$$bin/monkeycall-agent" "$$bin/monkeycall" "$$bin/manual-pages" $(BUILD)
	touch $@

$(BINARIES) $(BUILD)/manual-pages: $(BUILD)/.built ;

# A program's page is made of its help, that of a configuration file of its example.
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

$(BUILD)/completions/monkeycall.bash: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script bash >$@
	sed -i '1{/^#!/d}' $@ # it is read, not run

$(BUILD)/completions/_monkeycall: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script zsh >$@

$(BUILD)/completions/monkeycall.fish: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script fish >$@

# Version 1 enabled the agent for every user, so that none could disable it.
VERSION_1_LINK = $(DESTDIR)$(userunitdir)/graphical-session.target.wants/monkeycall-agent.service

# Copies only. What is to be done afterwards on a running system is printed.
install: all
	$(INSTALL) -D -m 755 $(BUILD)/monkeycalld $(DESTDIR)$(libexecdir)/monkeycalld
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall-agent $(DESTDIR)$(libexecdir)/monkeycall-agent
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall $(DESTDIR)$(bindir)/monkeycall
	$(INSTALL) -d $(DESTDIR)$(interfacesdir) $(DESTDIR)$(unitdir) $(DESTDIR)$(servicesdir) \
	    $(DESTDIR)$(applicationsdir) $(DESTDIR)$(userunitdir) $(DESTDIR)$(pkgconfigdir)
	$(INSTALL) -m 644 $(INTERFACES) $(DESTDIR)$(interfacesdir)
	$(INSTALL) -D -m 644 dbus/org.monkeycall.CallManager.conf $(DESTDIR)$(policydir)/org.monkeycall.CallManager.conf
	sed 's|@libexecdir@|$(libexecdir)|' dbus/org.monkeycall.CallManager.service \
	    >$(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	sed 's|@libexecdir@|$(libexecdir)|' systemd/monkeycalld.service >$(DESTDIR)$(unitdir)/monkeycalld.service
	sed 's|@libexecdir@|$(libexecdir)|' systemd/monkeycall-agent.service \
	    >$(DESTDIR)$(userunitdir)/monkeycall-agent.service
	chmod 644 $(DESTDIR)$(userunitdir)/monkeycall-agent.service
	rm -f $(VERSION_1_LINK)
	sed 's|@libexecdir@|$(libexecdir)|' desktop/org.monkeycall.Agent.desktop \
	    >$(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	chmod 644 $(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	chmod 644 $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service $(DESTDIR)$(unitdir)/monkeycalld.service
	$(INSTALL) -D -m 644 systemd/monkeycall.sysusers $(DESTDIR)$(sysusersdir)/monkeycall.conf
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
	scripts/install-documents $(DESTDIR)$(docdir) $(DESTDIR)$(interfacesdir)
	@[ -n "$(DESTDIR)" ] || printf '%s\n' 'Installed. Now, as root:' \
	    '  systemd-sysusers && systemctl daemon-reload && systemctl reload dbus' \
	    'and, as each user whose desktop is to show calls:' \
	    '  systemctl --user daemon-reload && systemctl --user enable --now monkeycall-agent'

# Leaves the user monkeycall, to whom files may belong, and /etc/monkeycall, which is the administrator's: nothing was
# installed there. On a running system the service is stopped first, if it is this one.
uninstall:
	@[ -n "$(DESTDIR)" ] || scripts/stop-installed $(unitdir)/monkeycalld.service
	rm -f $(addprefix $(DESTDIR)$(libexecdir)/,monkeycalld monkeycall-agent) $(DESTDIR)$(bindir)/monkeycall
	rm -f $(DESTDIR)$(userunitdir)/monkeycall-agent.service $(VERSION_1_LINK)
	rm -f $(LANGUAGES:%=$(DESTDIR)$(localedir)/%/LC_MESSAGES/monkeycall.mo)
	rm -f $(addprefix $(DESTDIR)$(interfacesdir)/,$(notdir $(INTERFACES)))
	rm -f $(DESTDIR)$(policydir)/org.monkeycall.CallManager.conf
	rm -f $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	rm -f $(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	rm -f $(DESTDIR)$(unitdir)/monkeycalld.service $(DESTDIR)$(sysusersdir)/monkeycall.conf
	rm -f $(MANUAL:$(BUILD)/man/%=$(DESTDIR)$(mandir)/%) $(DESTDIR)$(pkgconfigdir)/monkeycall.pc
	rm -f $(DESTDIR)$(bashcompletionsdir)/monkeycall $(DESTDIR)$(zshcompletionsdir)/_monkeycall
	rm -f $(DESTDIR)$(fishcompletionsdir)/monkeycall.fish
	rm -rf $(DESTDIR)$(docdir)

clean:
	rm -rf $(BUILD) .build/app
	$(SWIFT) package clean
