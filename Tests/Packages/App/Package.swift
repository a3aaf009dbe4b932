// swift-tools-version: 6.2
import PackageDescription

// An app as it comes from iOS: depends on the library as any app does, and says everything of its API once. The same
// sources twice, by symbolic link: as Swift 5, and as Swift 6 without a warning.

let callKit: Target.Dependency = .product(name: "CallKit", package: "monkeycall")
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5)]
let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "App",
    dependencies: [.package(name: "monkeycall", path: "../../..")],
    targets: [
        // What app sources spell, and what has been hard to get to compile. Nothing but CallKit is imported.
        .target(name: "Swift5Traps", dependencies: [callKit], swiftSettings: swift5),
        .target(name: "Swift6Traps", dependencies: [callKit], swiftSettings: swift6),

        // The API, section by section, with the values that can be looked at without a bus.
        .testTarget(name: "Swift5APITests", dependencies: [callKit, "Swift5Traps"], swiftSettings: swift5),
        .testTarget(name: "Swift6APITests", dependencies: [callKit, "Swift6Traps"], swiftSettings: swift6),
    ]
)
