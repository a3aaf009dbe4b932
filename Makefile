# SPDX-License-Identifier: MIT
#
# Try it
#   make run             get missing packages, build, start two example apps, and show their calls live; on a desktop in
#                        a window too
#   make demo            play one scene and print it; `make run` does the same without a terminal
#
# Install it
#   make                 build everything that `make install` installs. WINDOW=no: without the window and GTK
#   make install         copy it: needs no compiler, so it may run as root. PREFIX=/usr/local, DESTDIR= for packagers.
#                        packaging/files lists the files, scripts/install-files the folders
#   make uninstall       stop the service and remove what `make install` installed
#   make deb             packages for Debian and its relatives: build/packages. `make rpm` for Fedora and its relatives
#   make repository      a folder of these packages that apt and dnf read from a web server: build/repository. KEY= the
#                        key of gpg that signs it; docs/INSTALL.md explains it
#
# Check a change
#   make lint            everything that can be checked without a build: format, scripts, XML, links, names, imports,
#                        neighbours, circles of files, units, comments, commits, desktop files, version
#   make test            the tests that need private buses only: minutes, and few packages
#   make test-all        all tests, in a container with Debian 12 that keeps its packages to itself; as root.
#                        AREAS="private main agent packages browsers window calls desktops", SUITE=trixie
#   make test-desktops   calls on GNOME, Plasma, Xfce and sway; needs packages of a gigabyte. A picture of each desktop
#                        is in .build/pictures
#   make test-hardware   calls with Bluetooth, USB headsets and sound cards, in a virtual machine with Debian 13; as
#                        root. SUITE=bookworm for Debian 12. STORIES="usb_headset", STAGE= an installed tree
#   make pictures        take the pictures of README.md and docs again, also the one that moves
#   make api             an app outside this package, in Swift 5 and Swift 6 mode; part of `make test-all`
#   make companions      the companion modules (Companions/) and their tests; part of `make test-all`
#   make docs            the pages of the library and the companion modules, for a web server: build/docs. Fails if a
#                        public name has no documentation
#   make check-package   the installed files and the packages: manual pages, links, pkg-config, the library, lintian
#   make check-repository  apt reads a repository of the packages, with its key only
#   make bare            `make demo` on a system that has only Debian and Swift, as root and as an ordinary user.
#                        `make bare TARGETS=test` before a release. SUITE=trixie for Debian 13
#   make walk            follow README.md, docs/BUSCTL.md and docs/DEBUGGING.md in a terminal, and compare what is
#                        printed; needs tmux. `make bare WALK=yes` does it on the bare system
#   make test-debian13   the built tests on Debian 13, as root: the programs compile, the tests pass, systemd.
#                        PARTS="compile desktops agent systemd private main browsers window calls". SUITE=sid looks
#                        ahead
#
# Look for mistakes for longer
#   make modelcheck      explore every state of small worlds: minutes. WORLDS=--large after a change of a rule,
#                        WORLDS=--deep, or names of worlds
#   make simulate        random stories of the whole service on a virtual clock. SEEDS=3000, or SEED= for one
#   make soak            a million transactions of one service; prints its memory. TRANSACTIONS=1000000
#   make fuzz            fuzz the core, the messages, and the readers of lists, vCards and headsets. FUZZ_SECONDS=60 for
#                        each of FUZZERS="events messages lists contacts headsets"
#   make costs           clients that cost as much as they can, beside others that want an ordinary call; as root.
#                        SECONDS=600 from SEED=1 on
#   make mutate          break each rule once; a test must notice it: an hour
#   make sanitize        the tests of the library with the thread and the address sanitizer
#   make leaks           10,000 calls through the library; nothing may be left of them
#   make bench           measure the service beside a service in C, and the bridges beside the programs that they bridge
#   make bench-hardware  measure calls to a Bluetooth headset beside a program in C, in the machine of
#                        `make test-hardware`; as root. SUITE=bookworm, STAGE= an installed tree
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

# A source package has the dependencies' sources in this folder. Package.swift then takes them from there.
export MONKEYCALL_VENDOR := $(wildcard vendor)

# Static and without a run path, so that the installed programs need no Swift. STRIP= keeps the symbols. The linker
# takes libstdc++ from the archive in $(ARCHIVES), because looking up the symbols of the shared library is a tenth of a
# cold start. All symbols are bound at the start, so that the table of addresses is read-only afterwards.
STRIP ?= -Xlinker -s
ARCHIVES := build/archives
export RELEASE_BUILD = $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath -Xlinker -L$(ARCHIVES) \
    -Xlinker -z -Xlinker now -Xswiftc -cross-module-optimization $(STRIP) $(SWIFTFLAGS)

# WINDOW=no: without monkeycall-phone, so GTK and libadwaita are not needed.
WINDOW ?= yes
ifeq ($(WINDOW),no)
export MONKEYCALL_WINDOW := no
endif
HAS_WINDOW := $(filter-out no,$(WINDOW))

# Of the contract, and so of the project.
VERSION := $(shell scripts/version)

# `make` builds these; `make install` copies them. packaging/files lists them.
BUILT := $(shell WINDOW=$(WINDOW) scripts/install-files built)
PROGRAMS := $(filter build/monkeycall%,$(BUILT))
METAINFO := build/org.monkeycall.Phone.metainfo.xml
# A build with the window does not take one without it for its own.
STAMP := build/.built$(if $(HAS_WINDOW),,-without-window)
TEXTS := $(filter-out $(PROGRAMS) $(METAINFO),$(BUILT))

.DELETE_ON_ERROR:
.PHONY: all help run demo programs window bare walk test test-all build-tests list-tests test-agent test-browsers test-calls \
    test-main test-window test-some test-packages test-desktops test-debian13 test-hardware pictures api companions modelcheck \
    mutate simulate soak costs fuzz \
    sanitize leaks bench bench-hardware deps docs lint source deb rpm repository check-repository check-package install uninstall clean service-user

all: $(BUILT)

# Only a desktop gets the packages of the window and of sound. `exec`, so that no shell dies of Ctrl-C before the demo
# has ended, which make would report.
run: programs
	if [ -n "$(HAS_WINDOW)" ] && [ -n "$$WAYLAND_DISPLAY$$DISPLAY" ] && [ -t 0 ] && [ -t 1 ]; then $(MAKE) window; fi
	exec scripts/run "$$($(BUILD_PROGRAMS))"

demo: programs
	scripts/scene "$$($(BUILD_PROGRAMS))"

walk:
	scripts/walk

TARGETS ?= demo
bare:
	scripts/install-dependencies bare
	SUITE=$(or $(SUITE),bookworm) WALK=$(WALK) scripts/test-on-bare-machine $(TARGETS)

# Prints the folder of the programs. SwiftPM would warn of each package that the window and the tests need.
BUILD_PROGRAMS = BUILD="$(SWIFT) build $(SWIFTFLAGS)" scripts/build-programs \
    $(filter-out monkeycall-phone,$(notdir $(PROGRAMS))) MonkeyCall
run demo programs: export MONKEYCALL_WINDOW ?= no
run demo programs window: export MONKEYCALL_TESTS ?= no
programs:
	scripts/install-dependencies build run
	$(BUILD_PROGRAMS)

window: export MONKEYCALL_WINDOW = yes
window:
	scripts/install-dependencies build window run sound
	BUILD="$(SWIFT) build $(SWIFTFLAGS)" scripts/build-programs monkeycall-phone

# The tests that need private buses only, and so only the packages of the build and these few. Package.swift leaves the
# other tests and the window out.
PRIVATE = SDBusTests SystemFilesTests ConfigurationTextTests CallCoreTests CallServiceTests SystemTests \
    HeadsetReportsTests DirectoryCoreTests DirectoryDatabaseTests AddressBooksTests PhoneNumbersTests CallWindowModelTests \
    CommandLineTests CallKitTests CallKitConformanceTests LiveCommunicationKitTests MonkeyCallTests ModelCheckTests SimulationTests
empty :=
PRIVATE_FILTER = ($(subst $(empty) $(empty),|,$(strip $(PRIVATE))))
test: BUILD_TESTS = $(SWIFT) build --product monkeycallPackageTests $(SWIFTFLAGS)
test: export MONKEYCALL_TESTS = $(PRIVATE)
test: export MONKEYCALL_WINDOW = no
test:
	scripts/install-dependencies build run bus
	$(BUILD_TESTS)
	scripts/run-tests private $(TESTS_private) -- $(RUN_TESTS)
	@echo "Left out: $(filter-out $(PRIVATE),$(notdir $(wildcard Tests/*/*Tests))), Companions and" \
	    "Tests/Library/Packages, because they need more than private buses: make test-all"

# In the root folder that scripts/test-on-debian keeps.
test-all:
	scripts/install-dependencies bare
	SUITE=$(or $(SUITE),bookworm) AREAS="$(AREAS)" scripts/test-on-debian all

build-tests: service-user
	$(BUILD_TESTS)

# Each window of `test-window` has a screen of its own, and a mouse.
TESTS_agent = --filter '^SessionAgentTests\.'
TESTS_browsers = --filter '^BrowserTests\.'
TESTS_calls = --filter '^RealCallsTests\.'
TESTS_desktops = --filter '^DesktopTests\.'
TESTS_main = --skip '^(BrowserTests|CallWindowTests|DesktopTests|RealCallsTests|SessionAgentTests)\.' \
    --skip '^$(PRIVATE_FILTER)\.'
TESTS_private = --filter '^$(PRIVATE_FILTER)\.'
TESTS_some = --filter '$(FILTER)'
TESTS_window = --filter '^CallWindowTests\.'
test-agent test-browsers test-calls test-main test-some test-window: test-%:
	scripts/run-tests $* $(TESTS_$*) -- $(RUN_TESTS)

# One after the other, because a build takes all processors.
test-packages: api
	$(MAKE) companions

# The names of all tests, also of the packages that `test-packages` has built.
list-tests:
	for package in "$(SWIFTFLAGS)" "$(APP_PACKAGE)" "$(COMPANIONS)"; do \
	    $(SWIFT) test list --skip-build --disable-xctest $$package || exit; done

PICTURES ?= $(CURDIR)/.build/pictures
test-desktops:
	scripts/install-dependencies build window run test desktops
	$(BUILD_TESTS)
	PICTURES="$(PICTURES)" scripts/run-tests desktops $(TESTS_desktops) -- $(RUN_TESTS)

PARTS ?= compile private main agent browsers window calls desktops systemd
test-debian13:
	scripts/install-dependencies bare test
	$(BUILD_TESTS)
	SUITE=$(or $(SUITE),trixie) SWIFTFLAGS="$(SWIFTFLAGS)" FILTER='$(FILTER)' scripts/test-on-debian $(PARTS)

# Without STAGE it makes one by `make install`.
test-hardware:
	scripts/install-dependencies hardware
	SUITE=$(or $(SUITE),trixie) STORIES="$(STORIES)" scripts/test-on-hardware $(STAGE)

pictures: test-desktops
	convert "$(PICTURES)/gnome-incoming.png" -gravity north -crop 640x190+0+0 +repage -strip \
	    docs/pictures/incoming-call.png
	scripts/install-dependencies pictures
	scripts/pictures "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" docs/pictures
	scripts/moving-picture "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" docs/pictures/two-apps.webp

# A separate package, built in its own folder. Its Swift 5 half must warn in some places, so SWIFTFLAGS with warnings as
# errors do not apply; its Swift 6 half sets that flag itself. SwiftPM has its dependencies in the cache since the first
# build. SwiftPM must not warn about the flags of a program of this package, which no app builds.
SCRATCH ?= .build
APP_PACKAGE = --package-path Tests/Library/Packages/App --scratch-path $(SCRATCH)/app --skip-update $(LEAN)
api:
	mkdir -p $(SCRATCH)
	$(SWIFT) build --build-tests $(APP_PACKAGE) >$(SCRATCH)/api.log 2>&1 || { cat $(SCRATCH)/api.log; exit 1; }
	cat $(SCRATCH)/api.log
	! grep -F 'prohibited flag' $(SCRATCH)/api.log
	scripts/run-tests api -- $(SWIFT) test --skip-build --disable-xctest $(APP_PACKAGE)

# As `api`, on a bus of its own. Its tests start programs of the main build.
COMPANIONS = --package-path Companions --scratch-path $(SCRATCH)/companions --skip-update $(LEAN)
companions:
	$(SWIFT) build --build-tests $(COMPANIONS)
	MONKEYCALL_PROGRAMS="$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" MONKEYCALL_PRIVATE_BUS=1 \
	    dbus-run-session --config-file=Companions/Tests/bus.conf -- \
	    scripts/run-tests companions -- $(SWIFT) test --skip-build --disable-xctest $(COMPANIONS)

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

bench-hardware:
	scripts/install-dependencies build hardware
	SUITE=$(or $(SUITE),trixie) Benchmarks/run-hardware $(STAGE)

deps:
	scripts/install-dependencies build $(if $(HAS_WINDOW),window) run test

docs:
	$(SWIFT) build $(SWIFTFLAGS) --target CallKit
	$(SWIFT) build $(SWIFTFLAGS) --target LiveCommunicationKit
	$(SWIFT) build $(COMPANIONS)
	scripts/document "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" \
	    "$$($(SWIFT) build $(COMPANIONS) --show-bin-path)" build/docs

lint: $(METAINFO)
	scripts/lint $(METAINFO)

# docs/RELEASING.md explains them.
source deb rpm:
	scripts/install-dependencies build $(if $(filter-out source,$@),window $@)
	scripts/package $@ $(VERSION)

repository:
	scripts/install-dependencies repository
	scripts/make-repository build/packages build/repository '$(KEY)'

check-repository: deb
	scripts/install-dependencies repository
	scripts/check-repository

check-package: deb
	scripts/install-dependencies build window test deb
	scripts/check-package

# The copies get a new time even if the compiler had nothing to do.
$(STAMP): Package.swift $(shell find Sources -type f) | $(ARCHIVES)
	scripts/build-release build $(notdir $(PROGRAMS)) manual-pages
	touch $@

# On a system without the archive the folder stays empty, and the linker takes the shared library.
$(ARCHIVES):
	mkdir -p $@
	archive=$$("$${CC:-$$(command -v cc || command -v clang)}" -print-file-name=libstdc++.a); \
	    if [ -e "$$archive" ]; then ln -s "$$archive" $@; fi

$(PROGRAMS): $(STAMP) ;

# Manual pages, completions and catalogues of words, and what software catalogues show.
$(TEXTS): $(STAMP) $(wildcard docs/*.conf po/*.po)
$(METAINFO): desktop/org.monkeycall.Phone.metainfo.xml Sources/Contract/CallContract/Version.swift
$(TEXTS) $(METAINFO):
	scripts/build-text $@

# It only copies. At the end it prints what to do next on a running system.
install: all
	scripts/install-files install

uninstall:
	scripts/install-files uninstall

clean:
	rm -rf build .build/app .build/companions
	$(SWIFT) package clean

# `make help` prints the comment at the beginning of this file.
help:
	@sed -n '3,/^$$/s/^# \{0,1\}//p' $(firstword $(MAKEFILE_LIST))
