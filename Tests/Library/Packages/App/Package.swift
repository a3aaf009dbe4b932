// swift-tools-version: 6.2
import PackageDescription

// An app that was ported from iOS. It depends on the library as any app does, and uses every part of its API once.
// Symbolic links compile the same sources twice: as Swift 5, and as Swift 6 without warnings.

let callKit: Target.Dependency = .product(name: "CallKit", package: "monkeycall")
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5)]
let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "App",
    dependencies: [.package(name: "monkeycall", path: "../../../..")],
    targets: [
        // Code from apps, and code that was hard to compile. It imports only CallKit.
        .target(name: "Swift5Traps", dependencies: [callKit], swiftSettings: swift5),
        .target(name: "Swift6Traps", dependencies: [callKit], swiftSettings: swift6),
        // Files in the style of 2025 and later: Xcode 26 makes every class of a new app @MainActor.
        .target(
            name: "MainActorTraps", dependencies: [callKit],
            swiftSettings: swift6 + [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),

        // An app whose targets have names that many apps use. No target of a package that it depends on may have one
        // of them, also in a checkout with all programs and tests.
        .executableTarget(name: "Phone", dependencies: ["App", callKit], path: "Sources/Names/Phone"),
        .target(name: "App", dependencies: ["Calls", "Core", "Network"], path: "Sources/Names/App"),
        .target(name: "Calls", dependencies: ["Contacts", "Network", callKit], path: "Sources/Names/Calls"),
        .target(name: "Network", dependencies: ["Core"], path: "Sources/Names/Network"),
        .target(name: "Contacts", path: "Sources/Names/Contacts"),
        .target(name: "Core", path: "Sources/Names/Core"),

        // The API, section by section, with the values that are available without a bus.
        .testTarget(name: "Swift5APITests", dependencies: [callKit, "Swift5Traps"], swiftSettings: swift5),
        .testTarget(name: "Swift6APITests", dependencies: [callKit, "Swift6Traps"], swiftSettings: swift6),
    ]
)
