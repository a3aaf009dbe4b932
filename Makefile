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
#   make docs      the library's pages, for a web server: build/docs; fails where something public is not documented
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
MANUAL := $(BUILD)/man/man8/monkeycalld.8 $(BUILD)/man/man8/monkeycall-agent.8 $(BUILD)/man/man1/monkeycall.1
LANGUAGES := $(basename $(notdir $(wildcard po/*.po)))
CATALOGUES := $(LANGUAGES:%=$(BUILD)/locale/%/LC_MESSAGES/monkeycall.mo)
COMPLETIONS := $(BUILD)/completions/monkeycall.bash $(BUILD)/completions/_monkeycall $(BUILD)/completions/monkeycall.fish
INTERFACES := $(wildcard dbus/*.xml)
DOCUMENTS := $(wildcard README.md NEWS.md docs/*.md)
EXAMPLES := $(wildcard docs/examples/*.md docs/examples/*/phone.* docs/examples/qt/monkeycall.h)

# The manual is dated by the release, not by the day that somebody builds it.
RELEASE_DATE = $(shell scripts/release-date)

.DELETE_ON_ERROR:
.PHONY: all run demo test test-desktops pictures api modelcheck mutate simulate soak fuzz sanitize leaks bench deps docs lint install uninstall clean service-user

all: $(BINARIES) $(MANUAL) $(COMPLETIONS) $(CATALOGUES)

# A debug build, because it is the quickest way to the first scene.
run:
	scripts/install-dependencies build run
	$(SWIFT) build $(SWIFTFLAGS)
	scripts/run "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

demo:
	scripts/install-dependencies build run
	$(SWIFT) build $(SWIFTFLAGS)
	scripts/scene "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)"

# The agent's tests last for seconds each, because they listen: the threads of the others would wait for them.
test: service-user
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	$(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --skip '^(DesktopTests|SessionAgentTests)\.'
	$(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS) --filter '^SessionAgentTests\.'
	$(MAKE) api

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
	$(SWIFT) format lint --strict -r Benchmarks Sources Tests Package.swift
	xmllint --noout --nonet $(INTERFACES) dbus/org.monkeycall.CallManager.conf
	shellcheck .ci/run scripts/* $(wildcard Benchmarks/run)
	scripts/check-unit

# These, and not the tests' support, which is not made for a static build. The copies are new even when the compiler had
# nothing to do.
$(BUILD)/.built: $(SOURCES)
	$(RELEASE_BUILD) --product monkeycalld
	$(RELEASE_BUILD) --product monkeycall-agent
	$(RELEASE_BUILD) --product monkeycall
	mkdir -p $(BUILD)
	bin="$$($(RELEASE_BUILD) --show-bin-path)" && \
	    cp "$$bin/monkeycalld" "$$bin/monkeycall-agent" "$$bin/monkeycall" $(BUILD)
	touch $@

$(BINARIES): $(BUILD)/.built ;

$(BUILD)/man/man8/monkeycalld.8: $(BUILD)/monkeycalld
	scripts/generate-manual $< 8 $(dir $@) $(RELEASE_DATE)

$(BUILD)/man/man8/monkeycall-agent.8: $(BUILD)/monkeycall-agent
	scripts/generate-manual $< 8 $(dir $@) $(RELEASE_DATE)

$(BUILD)/locale/%/LC_MESSAGES/monkeycall.mo: po/%.po
	mkdir -p $(dir $@)
	msgfmt -o $@ $<

$(BUILD)/man/man1/monkeycall.1: $(BUILD)/monkeycall
	scripts/generate-manual $< 1 $(dir $@) $(RELEASE_DATE)

$(BUILD)/completions/monkeycall.bash: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script bash >$@

$(BUILD)/completions/_monkeycall: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script zsh >$@

$(BUILD)/completions/monkeycall.fish: $(BUILD)/monkeycall
	mkdir -p $(dir $@)
	$< --generate-completion-script fish >$@

# Copies only. Afterwards, on a running system: systemd-sysusers, systemctl daemon-reload, systemctl reload dbus.
install: all
	$(INSTALL) -D -m 755 $(BUILD)/monkeycalld $(DESTDIR)$(libexecdir)/monkeycalld
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall-agent $(DESTDIR)$(libexecdir)/monkeycall-agent
	$(INSTALL) -D -m 755 $(BUILD)/monkeycall $(DESTDIR)$(bindir)/monkeycall
	$(INSTALL) -d $(DESTDIR)$(interfacesdir) $(DESTDIR)$(docdir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man8 \
	    $(DESTDIR)$(unitdir) $(DESTDIR)$(servicesdir) $(DESTDIR)$(applicationsdir) \
	    $(DESTDIR)$(userunitdir)/graphical-session.target.wants
	$(INSTALL) -m 644 $(INTERFACES) $(DESTDIR)$(interfacesdir)
	$(INSTALL) -D -m 644 dbus/org.monkeycall.CallManager.conf $(DESTDIR)$(policydir)/org.monkeycall.CallManager.conf
	sed 's|@libexecdir@|$(libexecdir)|' dbus/org.monkeycall.CallManager.service \
	    >$(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	sed 's|@libexecdir@|$(libexecdir)|' systemd/monkeycalld.service >$(DESTDIR)$(unitdir)/monkeycalld.service
	sed 's|@libexecdir@|$(libexecdir)|' systemd/monkeycall-agent.service \
	    >$(DESTDIR)$(userunitdir)/monkeycall-agent.service
	ln -sf ../monkeycall-agent.service $(DESTDIR)$(userunitdir)/graphical-session.target.wants/monkeycall-agent.service
	chmod 644 $(DESTDIR)$(userunitdir)/monkeycall-agent.service
	sed 's|@libexecdir@|$(libexecdir)|' desktop/org.monkeycall.Agent.desktop \
	    >$(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	chmod 644 $(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	chmod 644 $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service $(DESTDIR)$(unitdir)/monkeycalld.service
	$(INSTALL) -D -m 644 systemd/monkeycall.sysusers $(DESTDIR)$(sysusersdir)/monkeycall.conf
	$(INSTALL) -m 644 $(BUILD)/man/man8/monkeycalld.8 $(BUILD)/man/man8/monkeycall-agent.8 $(DESTDIR)$(mandir)/man8
	for language in $(LANGUAGES); do $(INSTALL) -D -m 644 $(BUILD)/locale/$$language/LC_MESSAGES/monkeycall.mo \
	    $(DESTDIR)$(localedir)/$$language/LC_MESSAGES/monkeycall.mo || exit; done
	$(INSTALL) -m 644 $(BUILD)/man/man1/monkeycall.1 $(DESTDIR)$(mandir)/man1
	$(INSTALL) -D -m 644 $(BUILD)/completions/monkeycall.bash $(DESTDIR)$(bashcompletionsdir)/monkeycall
	$(INSTALL) -D -m 644 $(BUILD)/completions/_monkeycall $(DESTDIR)$(zshcompletionsdir)/_monkeycall
	$(INSTALL) -D -m 644 $(BUILD)/completions/monkeycall.fish $(DESTDIR)$(fishcompletionsdir)/monkeycall.fish
	$(INSTALL) -m 644 LICENSE $(DOCUMENTS) $(DESTDIR)$(docdir)
	$(INSTALL) -m 644 docs/monkeycalld.conf docs/monkeycall-agent.conf $(DESTDIR)$(docdir)
	for file in $(EXAMPLES:docs/%=%); do $(INSTALL) -D -m 644 docs/$$file $(DESTDIR)$(docdir)/$$file || exit; done

# Leaves the user monkeycall, to whom files may belong, and /etc/monkeycall, which is the administrator's: nothing was
# installed there.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(libexecdir)/,monkeycalld monkeycall-agent) $(DESTDIR)$(bindir)/monkeycall
	rm -f $(DESTDIR)$(userunitdir)/monkeycall-agent.service
	rm -f $(DESTDIR)$(userunitdir)/graphical-session.target.wants/monkeycall-agent.service
	rm -f $(LANGUAGES:%=$(DESTDIR)$(localedir)/%/LC_MESSAGES/monkeycall.mo)
	rm -f $(addprefix $(DESTDIR)$(interfacesdir)/,$(notdir $(INTERFACES)))
	rm -f $(DESTDIR)$(policydir)/org.monkeycall.CallManager.conf
	rm -f $(DESTDIR)$(servicesdir)/org.monkeycall.CallManager.service
	rm -f $(DESTDIR)$(applicationsdir)/org.monkeycall.Agent.desktop
	rm -f $(DESTDIR)$(unitdir)/monkeycalld.service $(DESTDIR)$(sysusersdir)/monkeycall.conf
	rm -f $(addprefix $(DESTDIR)$(mandir)/,man8/monkeycalld.8 man8/monkeycall-agent.8 man1/monkeycall.1)
	rm -f $(DESTDIR)$(bashcompletionsdir)/monkeycall $(DESTDIR)$(zshcompletionsdir)/_monkeycall
	rm -f $(DESTDIR)$(fishcompletionsdir)/monkeycall.fish
	rm -rf $(DESTDIR)$(docdir)

clean:
	rm -rf $(BUILD) .build/app
	$(SWIFT) package clean
