// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// Swift 6, with what makes imports and existentials visible.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Names of targets with spaces between, or of the products of other packages.
func dependencies(_ names: [String]) -> [Target.Dependency] {
    let products = ["ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift", "Logging": "swift-log"]
    return names.joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init).map { name in
        products[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
    }
}

/// A folder with a folder for each of its targets. docs/ARCHITECTURE.md says what each target is.
func wing(_ folder: String, _ targets: Target...) -> [Target] {
    for target in targets { target.path = "\(folder)/\(target.path ?? target.name)" }
    return targets
}

func module(_ name: String, uses: String..., in folder: String? = nil, resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies(uses), path: folder, resources: resources, swiftSettings: strict)
}

func program(_ name: String, uses: String..., in folder: String? = nil, exclude: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies(uses), path: folder, exclude: exclude, swiftSettings: strict)
}

/// A test also lists the programs that it starts.
func tests(_ name: String, uses: String..., exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies(uses), exclude: exclude, swiftSettings: strict)
}

/// What many targets use together: the client of the service, the start of a program, the programs of a session.
let client = "CallClient CallContract CallInterface SDBus"
let start = "CallContract ConfigurationText ProgramStart SDBus ArgumentParser"
let session = "BusTesting monkeycall monkeycall-agent monkeycall-directory monkeycalld"

/// The Swift library. `make install` installs these sources and this file, so that an app can use them by path.
let library: [Target] =
    wing(
        "Sources/Bus",
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        module("SystemFiles"),
        // Its declarations are public for speed: the compiler specializes generic code of another module only if
        // it is public.
        module("SDBus", uses: "CSystemd SystemFiles"))
    + wing(
        "Sources/Contract",
        module("CallContract"),
        module("CallInterface", uses: "CallContract SDBus"))
    // Without Foundation, so that the tools start fast.
    + wing("Sources/Client", module("CallClient", uses: "CallInterface SDBus"))
    + wing(
        "Sources/Library",
        // CallLibrary is the client on a thread of its own, which the frameworks share.
        module("CallLibrary", uses: "CallClient CallInterface SDBus"),
        .target(name: "CSound"),
        module("AVFAudio", uses: "CSound CallClient CallInterface CallLibrary SDBus SystemFiles"),
        module("AVFoundation", uses: "AVFAudio"),
        module("Intents", uses: "CallInterface"),
        module("CallKit", uses: "AVFAudio CallClient CallInterface CallLibrary Intents SDBus"),
        module("LiveCommunicationKit", uses: client, "AVFAudio CallLibrary Intents"))

let package = Package(
    name: "monkeycall",
    products: [
        // One product with every module that an app may import by name. Neither static nor dynamic, so that the app
        // decides: Swift has no stable ABI on Linux, so each app brings its own build of the library all the same.
        .library(name: "CallKit", targets: ["CallKit", "LiveCommunicationKit", "AVFAudio", "AVFoundation", "Intents"]),
        // For the package of the companion modules, not for apps: what it uses has the SPI name `Companions`.
        .library(name: "CallLibrary", targets: ["CallLibrary", "SDBus", "Intents"]),
    ],
    targets: library)

/// A source package has the dependencies' sources in a folder (`make source`), and then the build needs no network.
func dependency(_ name: String, of owner: String = "apple", from version: Version) -> Package.Dependency {
    if let folder = Context.environment["MONKEYCALL_VENDOR"], !folder.isEmpty {
        .package(path: "\(folder)/\(name)")
    } else {
        .package(url: "https://github.com/\(owner)/\(name)", from: version)
    }
}

// The installed library has no programs.
if FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Sources/Daemon") {
    // For the tests of the companion modules.
    package.products.append(.library(name: "BusTesting", targets: ["BusTesting"]))
    package.dependencies += [
        dependency("swift-argument-parser", from: "1.8.2"),
        dependency("swift-log", from: "1.16.2"),
        dependency("GRDB.swift", of: "groue", from: "7.10.0"),
    ]
    package.cxxLanguageStandard = .cxx17  // of CPhoneNumber

    package.targets += wing(
        "Sources/Program",
        .systemLibrary(name: "CIntl"),
        module("ConfigurationText", uses: "CIntl CallContract SystemFiles"),
        module("PictureHeaders"),
        module("ProgramStart", uses: "SDBus SystemFiles ArgumentParser Logging"))
    package.targets += wing(
        "Sources/Daemon",
        module("CallCore", uses: "CallContract"),
        module("CallService", uses: "CallCore CallInterface ConfigurationText SDBus SystemFiles"),
        program("monkeycalld", uses: start, "CallCore CallService"))
    package.targets += wing(
        "Sources/Client",
        module("CallLinks", uses: "CallContract"),
        module("CallHealth", uses: "CallContract CallInterface ConfigurationText SDBus"),
        module("CallStories", uses: "CallClient CallInterface ConfigurationText SDBus"))
    package.targets += wing(
        "Sources/Agent",
        .systemLibrary(name: "CCanberra", providers: [.apt(["libcanberra-dev"])]),
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        module("PulseAudio", uses: "CPulse SDBus SystemFiles"),
        module("HeadsetReports"),
        module("CallEcho", uses: client, "ConfigurationText PulseAudio"),
        module("AgentSettings", uses: "CallContract CallInterface ConfigurationText SDBus"),
        module(
            "SessionAgent", uses: client, "AgentSettings CCanberra CPulse CallLinks ConfigurationText HeadsetReports",
            "PictureHeaders PulseAudio SystemFiles"),
        program("monkeycall-agent", uses: start, "AgentSettings CallInterface PulseAudio SessionAgent"),
        program("monkeycall-echo", uses: start, "CallEcho"),
        program("monkeycall-headset-id", uses: "HeadsetReports SystemFiles"))
    package.targets += wing(
        "Sources/Directory",
        module("DirectoryCore", uses: "CallContract"),
        .systemLibrary(name: "CFileSystem"),
        module("DiskWork", uses: "CFileSystem SDBus"),
        // libphonenumber is C++, and Swift cannot import its headers: this is the C interface to it.
        .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),
        module("PhoneNumbers", uses: "CPhoneNumber CallContract CallLinks"),
        module("DirectoryDatabase", uses: "CFileSystem CallContract CallLinks DirectoryCore SystemFiles GRDB"),
        module(
            "AddressBooks", uses: "CFileSystem CallContract CallLinks ConfigurationText DirectoryCore DiskWork",
            "PictureHeaders SDBus SystemFiles"),
        module(
            "CallDirectory", uses: client, "AddressBooks CFileSystem CallLinks ConfigurationText DirectoryCore",
            "DirectoryDatabase DiskWork PhoneNumbers SystemFiles"),
        program("monkeycall-directory", uses: start, "AddressBooks CallDirectory PhoneNumbers"))
    package.targets += wing(
        "Sources/Bridge",
        module("BridgeCore", uses: "CallContract"),
        module("FrontCore", uses: "CallContract"),
        module("ModemFront", uses: "CallContract CallInterface FrontCore SDBus"),
        module("CallBridge", uses: client, "BridgeCore ConfigurationText PulseAudio"),
        program("monkeycall-bridge", uses: start, "CallBridge"),
        program("monkeycall-modem-front", uses: "CallContract ModemFront ProgramStart SDBus ArgumentParser"),
        program("monkeycall-browser", uses: "CallBridge CallContract ProgramStart SDBus ArgumentParser"))
    package.targets += wing(
        "Sources/Window",
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // kde-lockscreen-overlay-v1* is the output of wayland-scanner, with the license of the protocol.
        .target(name: "CLockScreenOverlay", linkerSettings: [.linkedLibrary("wayland-client")]),
        module("GTK", uses: "CAdwaita CLockScreenOverlay SDBus"),
        module(
            "CallWindowModel", uses: "CallClient CallHealth CallInterface CallLinks CallStories ConfigurationText",
            "SDBus"),
        module(
            "CallWindow", uses: client, "AgentSettings CallHealth CallLinks CallStories CallWindowModel",
            "ConfigurationText GTK PictureHeaders SystemFiles",
            resources: [
                "address-row.ui", "apps-and-health.ui", "call-badge.ui", "call-row.ui", "call-view.ui",
                "choice-row.ui", "entry-row.ui", "first-start.ui", "health-bar.ui", "health-row.ui", "keypad.ui",
                "list-pane.ui", "main-window.ui", "overlay.ui", "person-pane.ui", "person-row.ui", "phone.css",
                "recents-tools.ui", "settings.ui", "shortcuts.ui",
            ].map { .embedInCode("Interface/\($0)") }),
        program("monkeycall-phone", uses: start, "CallWindow"))
    package.targets += wing(
        "Sources/CommandLine",
        program(
            "monkeycall", uses: client, "CallHealth CallLinks CallStories ConfigurationText SystemFiles ArgumentParser"
        ),
        program("manual-pages"))
    // SwiftPM plans each product of a package that an app depends on, and warns about the flags of GTK. So the window
    // has only the product that SwiftPM makes of an executable target of the root package.
    let programs = package.targets.map(\.name).filter { $0.hasPrefix("monkeycall") && $0 != "monkeycall-phone" }
    package.products += programs.map { .executable(name: $0, targets: [$0]) }
    let frameworks = "AVFAudio CallInterface CallLibrary CallLinks Intents SDBus ArgumentParser"
    package.targets += wing(
        "Examples",
        program("MonkeyCall", uses: frameworks, "CallKit"),
        // The same app on LiveCommunicationKit. Symbolic links share what does not know the framework.
        program("MonkeyCallLive", uses: frameworks, "LiveCommunicationKit"),
        program(
            "BlockList", uses: "CallKit",
            exclude: ["org.monkeycall.BlockList.desktop", "org.monkeycall.BlockList.service"]))
    package.targets += wing(
        "Benchmarks",
        program("library-benchmark", uses: "AVFAudio CallKit LiveCommunicationKit", in: "Library"),
        program(
            "directory-benchmark", uses: "CallContract CallInterface DirectoryDatabase SDBus GRDB",
            in: "Directory"),
        program("bridge-benchmark", uses: "BusTesting ModemTesting", in: "Bridges"))

    // The tests' client of the bus is libdbus-1, never SDBus.
    package.targets += wing(
        "Tests/Support",
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        module("BusTesting", uses: "CDBus"),
        module("TestNames"),
        module("AppTesting", uses: "BusTesting"),
        module("BrowserTesting", uses: "BusTesting"),
        module("HeadsetTesting", uses: "BusTesting HeadsetReports"),
        module("ModemTesting", uses: "BusTesting"),
        module("SipTesting", uses: "BusTesting"),
        .target(name: "CSoundCheck"),
        program("AVFAudioActor", uses: "AVFAudio CallClient CallKit CallLibrary"),
        program("CallKitActor", uses: "CallClient CallKit CallLibrary LiveCommunicationKit"),
        program("CallKitSoak", uses: "CallKit LiveCommunicationKit"),
        program("DirectoryActor", uses: "CallContract DirectoryDatabase GRDB"))
    package.targets += wing(
        "Tests/Bus",
        tests("SDBusTests", uses: "BusTesting CDBus SDBus TestNames"),
        tests("SystemFilesTests", uses: "BusTesting SystemFiles"))
    package.targets += wing("Tests/Program", tests("ConfigurationTextTests", uses: "ConfigurationText"))
    package.targets += wing(
        "Tests/Daemon",
        tests("CallCoreTests", uses: "CallCore CallInterface EventStories FuzzingSupport SDBus StateSpace TestNames"),
        tests("CallServiceTests", uses: "CallCore CallService ConfigurationText"),
        tests(
            "SystemTests",
            uses: "BusTesting CallContract CostFuzzing MonkeyCall TestNames costs manual-pages monkeycall",
            "monkeycall-agent monkeycall-directory monkeycalld"))
    package.targets += wing(
        "Tests/Agent",
        tests("HeadsetReportsTests", uses: "HeadsetReports"),
        tests(
            "SessionAgentTests", uses: session, "AgentSettings CallClient CallContract CallEcho CallInterface",
            "ConfigurationText HeadsetReports HeadsetTesting MonkeyCall PulseAudio SDBus SessionAgent TestNames",
            "monkeycall-echo monkeycall-headset-id"))
    package.targets += wing(
        "Tests/Directory",
        tests("DirectoryCoreTests", uses: "CallContract DirectoryCore TestNames"),
        tests("PhoneNumbersTests", uses: "CPhoneNumber CallContract CallLinks PhoneNumbers TestNames"),
        tests(
            "DirectoryDatabaseTests", uses: "BusTesting CallContract DirectoryActor DirectoryCore DirectoryDatabase",
            "TestNames GRDB"),
        tests(
            "AddressBooksTests", uses: "AddressBooks BusTesting CallContract DiskWork PictureHeaders SDBus TestNames"),
        tests(
            "DirectoryTests", uses: "BlockList BusTesting CallDirectory CallKitActor DirectoryActor PhoneNumbers SDBus",
            "monkeycall monkeycall-directory monkeycalld"))
    package.targets += wing(
        "Tests/Bridge",
        tests(
            "BridgeTests",
            uses: "BridgeCore BusTesting CallBridge CallClient CallContract CallInterface CallKitActor",
            "ConfigurationText FrontCore ModemFront ModemTesting MonkeyCall PulseAudio SDBus monkeycall",
            "monkeycall-agent monkeycall-bridge monkeycall-browser monkeycall-modem-front monkeycalld"),
        tests(
            "BrowserTests", uses: "BridgeCore BrowserTesting BusTesting CallBridge CallContract TestNames",
            "monkeycall-browser monkeycalld"),
        tests(
            "RealCallsTests", uses: "BrowserTesting BusTesting HeadsetReports HeadsetTesting ModemTesting MonkeyCall",
            "SipTesting monkeycall monkeycall-agent monkeycall-bridge monkeycall-browser monkeycalld"))
    package.targets += wing(
        "Tests/Window",
        tests(
            "CallWindowModelTests", uses: "CallClient CallHealth CallInterface CallWindowModel ConfigurationText",
            "SDBus"),
        tests("CallWindowTests", uses: session, "DirectoryActor monkeycall-phone"),
        tests("DesktopTests", uses: session, "MonkeyCall monkeycall-phone"))
    package.targets += wing(
        "Tests/CommandLine",
        tests(
            "CommandLineTests", uses: "CallClient CallContract CallCore CallHealth CallStories SDBus monkeycall",
            "ArgumentParser"))
    package.targets += wing(
        "Tests/Library",
        tests("CallKitTests", uses: "BusTesting CallInterface CallKit CallKitSoak CallLibrary SDBus monkeycalld"),
        tests("CallKitConformanceTests", uses: "AppTesting BusTesting CallInterface CallKit CallKitActor monkeycalld"),
        tests("LiveCommunicationKitTests", uses: "AppTesting BusTesting CallKitActor monkeycalld"),
        tests("AVFAudioTests", uses: "AVFAudio AVFAudioActor BusTesting CSoundCheck monkeycalld"),
        tests("MonkeyCallTests", uses: "BusTesting Intents MonkeyCall MonkeyCallLive monkeycalld"))
    package.targets += wing(
        "Tests/Proofs",
        // Explores every state of small worlds. Built for release with -enable-testing: `make modelcheck`.
        module("StateSpace", uses: "CallCore"),
        program("modelcheck", uses: "StateSpace"),
        tests("ModelCheckTests", uses: "CallCore StateSpace"),
        // The whole service under a virtual clock, on a simulated bus: `make simulate`.
        module("Simulation", uses: "BusTesting CallCore CallService SDBus StateSpace"),
        program("simulate", uses: "Simulation ArgumentParser"),
        tests(
            "SimulationTests", uses: "BusTesting CallCore CallService SDBus Simulation StateSpace simulate",
            exclude: ["StateFormats"]),
        // Fuzzers: `make fuzz`. Built without -DFUZZER they replay the files that they are given.
        module("FuzzingSupport", in: "Fuzzing/Support"),
        module("EventStories", uses: "CallCore FuzzingSupport StateSpace"),
        program("fuzz-events", uses: "EventStories FuzzingSupport", in: "Fuzzing/Events"),
        program(
            "fuzz-messages", uses: "CSystemd CallCore CallInterface CallService FuzzingSupport SDBus StateSpace",
            in: "Fuzzing/Messages"),
        program("fuzz-lists", uses: "CallContract DirectoryCore DirectoryDatabase FuzzingSupport", in: "Fuzzing/Lists"),
        program("fuzz-contacts", uses: "AddressBooks CallContract FuzzingSupport", in: "Fuzzing/Contacts"),
        program("fuzz-headsets", uses: "FuzzingSupport HeadsetReports", in: "Fuzzing/Headsets"),
        // Clients that cost as much as they can, beside others that want an ordinary call: `make costs`.
        module("CostFuzzing", uses: "BusTesting CDBus"),
        program("costs", uses: "BusTesting CostFuzzing ArgumentParser"))
}

// The tests that `make test` and `make sanitize` build. SwiftPM builds all tests of a package or none.
if let tests = Context.environment["MONKEYCALL_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !tests.contains(Substring($0.name)) }
}

// `make demo` and `make run` set these, and `make test` the second: without the packages of GTK and of the tests each
// build would print a warning.
if Context.environment["MONKEYCALL_TESTS"] == "no" {
    package.targets.removeAll { target in
        ["Tests/", "Benchmarks/"].contains { target.path?.hasPrefix($0) == true }
    }
    package.products.removeAll { $0.name == "BusTesting" }
}
if Context.environment["MONKEYCALL_WINDOW"] == "no" {
    let window = [
        "CAdwaita", "CLockScreenOverlay", "CallWindow", "CallWindowTests", "DesktopTests", "GTK", "monkeycall-phone",
    ]
    package.targets.removeAll { window.contains($0.name) }
    package.products.removeAll { window.contains($0.name) }
}
