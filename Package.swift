// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// One list for every target: Swift 6, with what makes imports and existentials visible.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The Swift library. `make install` installs these sources and this file, so that an app can use them by path.
let library: [Target] = [
    // The words, values and limits of the contract: imports nothing.
    .target(name: "CallModel", swiftSettings: strict),

    // Files through the calls of the system: opened, read, written, replaced at once. Imports nothing.
    .target(name: "SystemFiles", swiftSettings: strict),

    // The bus: libsystemd, the Swift layer that hides it, and the unit and the sandbox of a process.
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // SDBus is public for speed: the compiler specializes generic code of another module only if it is public.
    .target(name: "SDBus", dependencies: ["CSystemd", "SystemFiles"], swiftSettings: strict),

    // CallModel on the bus: what daemon and clients agree on.
    .target(name: "CallInterface", dependencies: ["CallModel", "SDBus"], swiftSettings: strict),

    // The only client: follows the name's owner, copies the objects, calls methods. Without Foundation, so that the tools
    // start fast.
    .target(name: "CallClient", dependencies: ["CallInterface", "SDBus"], swiftSettings: strict),

    // Source-compatible with CallKit. CallLibrary is the client on a thread of its own, which CallKit and AVFAudio share.
    .target(name: "CallLibrary", dependencies: ["CallClient", "CallInterface", "SDBus"], swiftSettings: strict),
    // The functions of libpulse and libsndfile that a player of sounds needs, loaded when an app uses one.
    .target(name: "CSound"),
    .target(
        name: "AVFAudio",
        dependencies: ["CSound", "CallClient", "CallInterface", "CallLibrary", "SDBus", "SystemFiles"],
        swiftSettings: strict),
    .target(name: "AVFoundation", dependencies: ["AVFAudio"], swiftSettings: strict),
    .target(name: "Intents", dependencies: ["CallInterface"], swiftSettings: strict),
    .target(
        name: "CallKit",
        dependencies: ["AVFAudio", "CallClient", "CallInterface", "CallLibrary", "Intents", "SDBus"],
        swiftSettings: strict),
    // Source-compatible with LiveCommunicationKit, on the same client.
    .target(
        name: "LiveCommunicationKit",
        dependencies: ["AVFAudio", "CallClient", "CallInterface", "CallLibrary", "CallModel", "Intents", "SDBus"],
        swiftSettings: strict),
]

let package = Package(
    name: "monkeycall",
    products: [
        // One product with every module that an app may import by name. Neither static nor dynamic, so that the app decides:
        // Swift has no stable ABI on Linux, so each app brings its own build of the library all the same, and what is large
        // and can be shared is Swift's own runtime.
        .library(name: "CallKit", targets: ["CallKit", "LiveCommunicationKit", "AVFAudio", "AVFoundation", "Intents"]),
        // For the package of the companion modules, not for apps: what it uses has the SPI name `Companions`.
        .library(name: "CallLibrary", targets: ["CallLibrary", "SDBus"]),
    ],
    targets: library
)

/// A source package has the dependencies' sources in a folder (`make source`), and then the build needs no network.
func dependency(_ name: String, of owner: String = "apple", from version: Version) -> Package.Dependency {
    if let folder = Context.environment["MONKEYCALL_VENDOR"], !folder.isEmpty {
        .package(path: "\(folder)/\(name)")
    } else {
        .package(url: "https://github.com/\(owner)/\(name)", from: version)
    }
}

// The installed library has no programs.
if FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Sources/monkeycalld") {
    package.products += [
        .executable(name: "monkeycalld", targets: ["monkeycalld"]),
        .executable(name: "monkeycall-agent", targets: ["monkeycall-agent"]),
        .executable(name: "monkeycall-directory", targets: ["monkeycall-directory"]),
        .executable(name: "monkeycall-bridge", targets: ["monkeycall-bridge"]),
        .executable(name: "monkeycall-browser", targets: ["monkeycall-browser"]),
        .executable(name: "monkeycall-headset-id", targets: ["monkeycall-headset-id"]),
        .executable(name: "monkeycall-phone", targets: ["monkeycall-phone"]),
        .executable(name: "monkeycall", targets: ["monkeycall"]),
        // For the tests of the companion modules.
        .library(name: "BusTesting", targets: ["BusTesting"]),
    ]
    package.dependencies += [
        dependency("swift-argument-parser", from: "1.8.2"),
        dependency("swift-log", from: "1.16.2"),
        dependency("GRDB.swift", of: "groue", from: "7.10.0"),
    ]
    // Of CPhoneNumber.
    package.cxxLanguageStandard = .cxx17
    package.targets += [
        // The decisions: pure, imports CallModel only.
        .target(name: "CallCore", dependencies: ["CallModel"], swiftSettings: strict),

        // The file in memory that keeps the state for the next service.
        .target(name: "StateFile", dependencies: ["SystemFiles"], swiftSettings: strict),

        // The user's language, from gettext catalogues.
        .systemLibrary(name: "CIntl"),
        .target(
            name: "Translations", dependencies: ["CIntl", "CallModel", "ConfigurationText"], swiftSettings: strict),

        // The directory: whether a call rings, and the history, rules and settings of a user in SQLite.
        .target(name: "ScreeningRules", dependencies: ["CallModel"], swiftSettings: strict),
        // Texts as searches compare them, and as spreadsheets read them.
        .target(name: "DirectoryText", swiftSettings: strict),
        .systemLibrary(name: "CFileSystem"),
        // Threads that wait for disks in place of the loop.
        .target(name: "DiskWork", dependencies: ["CFileSystem", "SDBus"], swiftSettings: strict),
        .target(
            name: "DirectoryHistory",
            dependencies: [
                "CFileSystem", "CallModel", "DirectoryText", "ScreeningRules", "SystemFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // Names and pictures of callers: vCard folders and Evolution Data Server.
        .target(
            name: "AddressBooks",
            dependencies: [
                "CFileSystem", "CallLinks", "CallModel", "ConfigurationText", "DirectoryText", "DiskWork",
                "PictureHeaders", "SDBus", "SystemFiles",
            ],
            swiftSettings: strict),
        // The beginnings of picture files.
        .target(name: "PictureHeaders", swiftSettings: strict),
        // Links that call, without a library.
        .target(name: "CallLinks", dependencies: ["CallModel"], swiftSettings: strict),
        // Phone numbers and addresses. libphonenumber is C++, and Swift cannot import its headers: CPhoneNumber is the C
        // interface to it.
        .target(
            name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
        .target(
            name: "PhoneNumbers", dependencies: ["CallLinks", "CallModel", "CPhoneNumber"], swiftSettings: strict),

        // The daemon: the D-Bus face of CallCore, the administrator's file, and the composition root.
        .target(
            name: "CallService", dependencies: ["CallCore", "CallInterface", "SDBus", "StateFile", "SystemFiles"],
            swiftSettings: strict),
        .target(name: "ConfigurationText", dependencies: ["SystemFiles"], swiftSettings: strict),
        .target(name: "DaemonConfiguration", dependencies: ["CallCore", "ConfigurationText"], swiftSettings: strict),
        .executableTarget(
            name: "monkeycalld",
            dependencies: [
                "CallCore", "CallModel", "CallService", "ConfigurationText", "DaemonConfiguration", "ProgramStart",
                "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The start, the end and the log of the programs.
        .target(
            name: "ProgramStart",
            dependencies: [
                "SDBus", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // The directory: block and identification lists in SQLite.
        .target(
            name: "DirectoryLists",
            dependencies: [
                "CallLinks", "CallModel", "DirectoryText", "SystemFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),

        // The process of these: the client of the call service, and the user's interface on the session bus.
        .target(
            name: "CallDirectory",
            dependencies: [
                "AddressBooks", "CFileSystem", "CallClient", "CallInterface", "CallLinks", "CallModel",
                "ConfigurationText", "DirectoryHistory", "DirectoryLists", "DirectoryText", "DiskWork", "PhoneNumbers",
                "SDBus", "ScreeningRules", "SystemFiles", "Translations",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall-directory",
            dependencies: [
                "CallDirectory", "CallModel", "AddressBooks", "PhoneNumbers", "ProgramStart", "SDBus", "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The native messaging host of the browser extension in browser/.
        .target(
            name: "BrowserHost", dependencies: ["BridgeCore", "CallBridge", "CallModel", "PulseAudio", "SDBus"],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall-browser",
            dependencies: [
                "BrowserHost", "CallBridge", "CallModel", "ProgramStart", "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The names of GNOME Calls on the bus. The bridge reads its calls; phosh reads those of the agent by the same names.
        .target(name: "GnomeCallsInterface", dependencies: ["SDBus"], swiftSettings: strict),
        // The bridge: calls of programs that do not know the registry. BridgeCore decides, and imports CallModel only.
        .target(name: "BridgeCore", dependencies: ["CallModel"], swiftSettings: strict),
        .target(
            name: "CallBridge",
            dependencies: [
                "BridgeCore", "CallClient", "CallInterface", "CallModel", "ConfigurationText", "GnomeCallsInterface",
                "PulseAudio", "SDBus",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall-bridge",
            dependencies: [
                "CallBridge", "CallModel", "ConfigurationText", "ProgramStart", "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The command line.
        // The sentences of `monkeycall why`.
        .target(
            name: "CallStories", dependencies: ["CallClient", "CallInterface", "SDBus", "Translations"],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall",
            dependencies: [
                "CallClient", "CallInterface", "CallLinks", "CallStories", "CallModel", "ConfigurationText", "SDBus",
                "SystemFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Writes the manual pages: `make`.
        .executableTarget(name: "manual-pages", path: "Sources/ManualPages", swiftSettings: strict),

        // The example app on CallKit.
        .executableTarget(
            name: "MonkeyCall",
            dependencies: [
                "AVFAudio", "CallInterface", "CallKit", "CallLibrary", "CallLinks", "Intents", "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Examples/MonkeyCall", swiftSettings: strict),
        // The same app on LiveCommunicationKit. Symbolic links share what does not know the framework.
        .executableTarget(
            name: "MonkeyCallLive",
            dependencies: [
                "AVFAudio", "CallInterface", "CallLibrary", "CallLinks", "Intents", "LiveCommunicationKit", "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Examples/MonkeyCallLive", swiftSettings: strict),

        // The example of a call directory extension.
        .executableTarget(
            name: "BlockList", dependencies: ["CallKit"], path: "Examples/BlockList",
            exclude: ["org.monkeycall.BlockList.desktop", "org.monkeycall.BlockList.service"], swiftSettings: strict),

        // The library's side of `make bench`.
        .executableTarget(
            name: "library-benchmark", dependencies: ["AVFAudio", "CallKit", "LiveCommunicationKit"],
            path: "Benchmarks/Library", swiftSettings: strict),

        // Lists of ten million numbers beside a plain table.
        .executableTarget(
            name: "directory-benchmark",
            dependencies: [
                "CallInterface", "CallModel", "DirectoryHistory", "DirectoryLists", "SDBus",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Benchmarks/Directory", swiftSettings: strict),

        // The bridge beside the programs that it bridges.
        .executableTarget(
            name: "bridge-benchmark", dependencies: ["BusTesting", "ModemTesting"], path: "Benchmarks/Bridges",
            swiftSettings: strict),

        // The desktop's hands: what a person sees and hears of calls.
        .systemLibrary(name: "CCanberra", providers: [.apt(["libcanberra-dev"])]),
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        // libpulse on the event loop.
        .target(name: "PulseAudio", dependencies: ["CPulse", "SDBus", "SystemFiles"], swiftSettings: strict),
        // The buttons and lights of headsets, from what the devices say.
        .target(name: "HeadsetReports", swiftSettings: strict),
        // For udev: whether a device is a headset.
        .executableTarget(
            name: "monkeycall-headset-id", dependencies: ["HeadsetReports", "SystemFiles"], swiftSettings: strict),
        // The user's settings of the agent, which the window changes.
        .target(
            name: "AgentSettings", dependencies: ["CallInterface", "CallModel", "ConfigurationText", "SDBus"],
            swiftSettings: strict),
        .target(
            name: "SessionAgent",
            dependencies: [
                "AgentSettings", "CCanberra", "CPulse", "CallClient", "CallInterface", "CallLinks", "CallModel",
                "GnomeCallsInterface", "HeadsetReports", "PictureHeaders", "PulseAudio", "SDBus", "SystemFiles",
                "Translations",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall-agent",
            dependencies: [
                "AgentSettings", "CallInterface", "CallModel", "ConfigurationText", "PulseAudio", "ProgramStart",
                "SDBus",
                "SessionAgent", "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The window. GTK is the Swift layer that hides the C libraries.
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // The protocol by which Plasma shows a window above its lock screen. kde-lockscreen-overlay-v1* is the output of
        // wayland-scanner, with the license of the protocol.
        .target(name: "CLockScreenOverlay", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(name: "GTK", dependencies: ["CAdwaita", "CLockScreenOverlay", "SDBus"], swiftSettings: strict),
        // What the window shows, as values: pure, without GTK and without a bus.
        .target(
            name: "PhoneModel",
            dependencies: ["CallClient", "CallInterface", "CallLinks", "CallStories", "SDBus", "Translations"],
            swiftSettings: strict),
        .target(
            name: "Phone",
            dependencies: [
                "AgentSettings", "CallClient", "CallInterface", "CallLinks", "CallModel", "CallStories",
                "ConfigurationText", "GTK", "PhoneModel", "PictureHeaders", "SDBus", "SystemFiles", "Translations",
            ],
            resources: [
                .embedInCode("phone.css"),
                .embedInCode("Calls/call-badge.ui"),
                .embedInCode("Calls/call-row.ui"),
                .embedInCode("Calls/call-view.ui"),
                .embedInCode("Calls/choice-row.ui"),
                .embedInCode("Overlay/overlay.ui"),
                .embedInCode("Pages/Keypad/keypad.ui"),
                .embedInCode("Pages/Lists/list-pane.ui"),
                .embedInCode("Pages/Lists/person-row.ui"),
                .embedInCode("Pages/Person/address-row.ui"),
                .embedInCode("Pages/Person/person-pane.ui"),
                .embedInCode("Pages/Recents/recents-tools.ui"),
                .embedInCode("Pages/Settings/entry-row.ui"),
                .embedInCode("Pages/Settings/settings.ui"),
                .embedInCode("Window/main-window.ui"),
                .embedInCode("Window/shortcuts.ui"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "monkeycall-phone",
            dependencies: [
                "CallModel", "Phone", "ProgramStart", "SDBus", "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Tests. Their bus client is libdbus-1, never SDBus.
        .systemLibrary(
            name: "CDBus", path: "Tests/Support/CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "BusTesting", dependencies: ["CDBus"], path: "Tests/Support/BusTesting", swiftSettings: strict),
        // Simulated modems, and the real programs that drive them.
        .target(
            name: "ModemTesting", dependencies: ["BusTesting"], path: "Tests/Support/ModemTesting",
            swiftSettings: strict),
        // Real browsers, and pages that know nothing of calls.
        .target(
            name: "BrowserTesting", dependencies: ["BusTesting"], path: "Tests/Support/BrowserTesting",
            swiftSettings: strict),
        // A headset of umockdev.
        .target(
            name: "HeadsetTesting", dependencies: ["BusTesting", "HeadsetReports"],
            path: "Tests/Support/HeadsetTesting", swiftSettings: strict),
        // Real SIP phones, with sound.
        .target(
            name: "SipTesting", dependencies: ["BusTesting"], path: "Tests/Support/SipTesting", swiftSettings: strict),
        // Explores every state of small worlds. Built for release with -enable-testing: `make modelcheck`.
        .target(
            name: "StateSpace", dependencies: ["CallCore"], path: "Tests/Support/StateSpace", swiftSettings: strict),
        .executableTarget(
            name: "modelcheck", dependencies: ["StateSpace"], path: "Tests/ModelCheck", swiftSettings: strict),
        // Fuzzers: `make fuzz`. Built without -DFUZZER they replay the files that they are given.
        // Stories of the core that bytes tell: those of a fuzzer, or random ones.
        .target(
            name: "EventStories", dependencies: ["CallCore", "FuzzingSupport", "StateSpace"],
            path: "Tests/Support/EventStories", swiftSettings: strict),
        .target(name: "FuzzingSupport", path: "Tests/Fuzzing/Support", swiftSettings: strict),
        .executableTarget(
            name: "fuzz-events", dependencies: ["EventStories", "FuzzingSupport"], path: "Tests/Fuzzing/Events",
            swiftSettings: strict),
        .executableTarget(
            name: "fuzz-messages",
            dependencies: [
                "CallCore", "CallInterface", "CallService", "CSystemd", "FuzzingSupport", "SDBus", "StateSpace",
            ],
            path: "Tests/Fuzzing/Messages", swiftSettings: strict),
        .executableTarget(
            name: "fuzz-lists", dependencies: ["CallModel", "DirectoryLists", "DirectoryText", "FuzzingSupport"],
            path: "Tests/Fuzzing/Lists", swiftSettings: strict),
        .executableTarget(
            name: "fuzz-contacts", dependencies: ["CallModel", "AddressBooks", "FuzzingSupport"],
            path: "Tests/Fuzzing/Contacts", swiftSettings: strict),
        .executableTarget(
            name: "fuzz-headsets", dependencies: ["FuzzingSupport", "HeadsetReports"], path: "Tests/Fuzzing/Headsets",
            swiftSettings: strict),
        // The whole service under a virtual clock, on a bus that is made up: `make simulate`.
        .target(
            name: "Simulation",
            dependencies: ["BusTesting", "CallCore", "CallService", "SDBus", "StateFile", "StateSpace"],
            path: "Tests/Support/Simulation", swiftSettings: strict),
        .executableTarget(
            name: "simulate",
            dependencies: ["Simulation", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Tests/Simulation", swiftSettings: strict),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "BusTesting", "CallCore", "CallService", "SDBus", "Simulation", "StateFile", "StateSpace", "simulate",
            ],
            exclude: ["StateFormats"], swiftSettings: strict),
        // Clients that cost as much as they can, beside others that want an ordinary call: `make costs`.
        .target(
            name: "CostFuzzing", dependencies: ["BusTesting"], path: "Tests/Support/CostFuzzing",
            swiftSettings: strict),
        .executableTarget(
            name: "costs",
            dependencies: [
                "BusTesting", "CostFuzzing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Costs", swiftSettings: strict),
        .testTarget(name: "HeadsetReportsTests", dependencies: ["HeadsetReports"], swiftSettings: strict),
        .testTarget(name: "StateFileTests", dependencies: ["StateFile"], swiftSettings: strict),
        .testTarget(name: "SystemFilesTests", dependencies: ["BusTesting", "SystemFiles"], swiftSettings: strict),
        .testTarget(
            name: "AddressBooksTests",
            dependencies: ["BusTesting", "CallModel", "AddressBooks", "DiskWork", "PictureHeaders", "SDBus"],
            swiftSettings: strict),
        .testTarget(
            name: "CallCoreTests",
            dependencies: ["CallCore", "CallInterface", "EventStories", "FuzzingSupport", "SDBus", "StateSpace"],
            swiftSettings: strict),
        .testTarget(
            name: "PhoneNumbersTests", dependencies: ["CallLinks", "CallModel", "CPhoneNumber", "PhoneNumbers"],
            swiftSettings: strict),
        .testTarget(name: "ModelCheckTests", dependencies: ["CallCore", "StateSpace"], swiftSettings: strict),
        .testTarget(
            name: "PhoneModelTests",
            dependencies: ["CallClient", "CallInterface", "PhoneModel", "SDBus", "Translations"],
            swiftSettings: strict),
        .testTarget(name: "ScreeningRulesTests", dependencies: ["CallModel", "ScreeningRules"], swiftSettings: strict),
        .executableTarget(
            name: "DirectoryActor",
            dependencies: ["CallModel", "DirectoryHistory", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/Support/DirectoryActor", swiftSettings: strict),
        .testTarget(
            name: "DirectoryHistoryTests",
            dependencies: [
                "BusTesting", "CallModel", "DirectoryActor", "DirectoryHistory", "DirectoryText", "ScreeningRules",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(name: "ConfigurationTextTests", dependencies: ["ConfigurationText"], swiftSettings: strict),
        .testTarget(
            name: "DaemonConfigurationTests", dependencies: ["CallCore", "ConfigurationText", "DaemonConfiguration"],
            swiftSettings: strict),
        .testTarget(
            name: "DirectoryListsTests",
            dependencies: ["CallModel", "DirectoryLists", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .executableTarget(
            name: "CallKitActor", dependencies: ["CallClient", "CallKit", "CallLibrary", "LiveCommunicationKit"],
            path: "Tests/Support/CallKitActor",
            swiftSettings: strict),
        // Processes of apps on a bus, and what they hear.
        .target(
            name: "AppTesting", dependencies: ["BusTesting"], path: "Tests/Support/AppTesting", swiftSettings: strict),
        .testTarget(
            name: "CallKitConformanceTests",
            dependencies: ["AppTesting", "BusTesting", "CallInterface", "CallKit", "CallKitActor", "monkeycalld"],
            swiftSettings: strict),
        .testTarget(
            name: "LiveCommunicationKitTests",
            dependencies: ["AppTesting", "BusTesting", "CallKitActor", "monkeycalld"], swiftSettings: strict),
        .testTarget(
            name: "MonkeyCallTests",
            dependencies: ["BusTesting", "Intents", "MonkeyCall", "MonkeyCallLive", "monkeycalld"],
            swiftSettings: strict),
        // An app that makes thousands of calls, and looks at what is left of them.
        .executableTarget(
            name: "CallKitSoak", dependencies: ["CallKit", "LiveCommunicationKit"], path: "Tests/Support/CallKitSoak",
            swiftSettings: strict),
        .testTarget(
            name: "CallKitTests",
            dependencies: [
                "BusTesting", "CallInterface", "CallKit", "CallKitSoak", "CallLibrary", "SDBus", "monkeycalld",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "AVFAudioActor", dependencies: ["AVFAudio", "CallClient", "CallKit", "CallLibrary"],
            path: "Tests/Support/AVFAudioActor", swiftSettings: strict),
        // Compares CSound with the headers of the libraries.
        .target(name: "CSoundCheck", path: "Tests/Support/CSoundCheck"),
        .testTarget(
            name: "AVFAudioTests",
            dependencies: ["AVFAudio", "AVFAudioActor", "BusTesting", "CSoundCheck", "monkeycalld"],
            swiftSettings: strict),
        .testTarget(
            name: "SDBusTests", dependencies: ["BusTesting", "CDBus", "SDBus"],
            swiftSettings: strict),
        .testTarget(
            name: "SessionAgentTests",
            dependencies: [
                "AgentSettings", "BusTesting", "CallClient", "CallInterface", "ConfigurationText",
                "GnomeCallsInterface", "HeadsetReports", "HeadsetTesting", "MonkeyCall", "PulseAudio", "SDBus",
                "SessionAgent", "monkeycall", "monkeycall-agent",
                "monkeycall-directory", "monkeycall-headset-id", "monkeycalld",
            ],
            swiftSettings: strict),
        // The real window on a virtual screen.
        .testTarget(
            name: "PhoneTests",
            dependencies: [
                "BusTesting", "DirectoryActor", "monkeycall", "monkeycall-agent", "monkeycall-directory",
                "monkeycall-phone", "monkeycalld",
            ],
            swiftSettings: strict),
        // Whole desktops, which take a gigabyte: `make test-desktops`.
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "BusTesting", "MonkeyCall", "monkeycall", "monkeycall-agent", "monkeycall-directory",
                "monkeycall-phone",
                "monkeycalld",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "BridgeCore", "BrowserHost", "BrowserTesting", "BusTesting", "CallBridge", "CallModel",
                "monkeycall-browser", "monkeycalld",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CallClient", "CallCore", "CallStories", "SDBus", "monkeycall",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DirectoryTests",
            dependencies: [
                "BlockList", "BusTesting", "CallDirectory", "CallKitActor", "DirectoryActor", "PhoneNumbers", "SDBus",
                "monkeycall", "monkeycall-directory", "monkeycalld",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "BridgeCore", "BusTesting", "CallBridge", "CallClient", "CallKitActor", "CallModel",
                "ConfigurationText", "ModemTesting", "MonkeyCall", "PulseAudio", "SDBus", "monkeycall",
                "monkeycall-agent", "monkeycall-bridge", "monkeycall-browser", "monkeycalld",
            ],
            swiftSettings: strict),
        // Real calls with sound, of two users.
        .testTarget(
            name: "RealCallsTests",
            dependencies: [
                "BrowserTesting", "BusTesting", "HeadsetReports", "HeadsetTesting", "ModemTesting", "MonkeyCall",
                "SipTesting", "monkeycall", "monkeycall-agent", "monkeycall-bridge", "monkeycall-browser",
                "monkeycalld",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "BusTesting", "CallModel", "CostFuzzing", "MonkeyCall", "costs", "monkeycalld", "monkeycall",
            ],
            swiftSettings: strict),
    ]
}

// The tests that `make sanitize` builds. SwiftPM builds all tests of a package or none.
if let tests = Context.environment["MONKEYCALL_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !tests.contains(Substring($0.name)) }
}

// `make demo` and `make run` set it: without the packages of GTK each build would print a warning.
if Context.environment["MONKEYCALL_WINDOW"] == "no" {
    let window = [
        "CAdwaita", "CLockScreenOverlay", "DesktopTests", "GTK", "Phone", "PhoneTests", "monkeycall-phone",
    ]
    package.targets.removeAll { window.contains($0.name) }
    package.products.removeAll { window.contains($0.name) }
}
