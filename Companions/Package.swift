// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Modules that iOS apps with calls import beside CallKit. They are a package of their own, because `canImport(Combine)`
// and the like become true in every package of a build that has them. An app adds the products that it imports.

/// Installed packages are beside each other. In the repository this package is a folder of the other.
let isInRepository = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/../Package.swift")
let library = Package.Dependency.package(name: "monkeycall", path: isInRepository ? ".." : "../monkeycall")

/// A source package has the dependencies' sources in a folder (`make source`), and then the build needs no network.
func dependency(_ name: String, of owner: String, from version: Version) -> Package.Dependency {
    let folder = "\(Context.packageDirectory)/../\(Context.environment["MONKEYCALL_VENDOR"] ?? "")/\(name)"
    return if Context.environment["MONKEYCALL_VENDOR"]?.isEmpty == false, FileManager.default.fileExists(atPath: folder)
    {
        .package(path: folder)
    } else {
        .package(url: "https://github.com/\(owner)/\(name)", from: version)
    }
}

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The session bus: `SessionThread` and SDBus; and `Intents`, whose activities UIKit hands over.
let callLibrary: Target.Dependency = .product(name: "CallLibrary", package: "monkeycall")

let package = Package(
    name: "monkeycall-companions",
    products: [
        // Also `import os.log` and `import OSLog`.
        .library(name: "os", targets: ["os", "OSLog", "OSSubmodules"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "Contacts", targets: ["Contacts"]),
        .library(name: "PushKit", targets: ["PushKit"]),
        // All of them. An app with a target that has the name of one takes the others one by one.
        .library(
            name: "MonkeyCallCompanions",
            targets: [
                "Combine", "Contacts", "OSLog", "OSSubmodules", "PushKit", "UIKit", "UserNotifications", "os",
            ]),
    ],
    dependencies: [
        library, dependency("swift-crypto", of: "apple", from: "4.5.2"),
        dependency("swift-log", of: "apple", from: "1.16.2"),
        dependency("OpenCombine", of: "OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(name: "os", dependencies: [.product(name: "Logging", package: "swift-log")], swiftSettings: strict),
        .target(name: "OSLog", dependencies: ["os"], swiftSettings: strict),
        .target(name: "OSSubmodules"),
        .target(
            name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
            swiftSettings: strict),
        .target(name: "UIKit", dependencies: [callLibrary], swiftSettings: strict),
        .target(name: "UserNotifications", dependencies: [callLibrary], swiftSettings: strict),
        .target(name: "Contacts", dependencies: [callLibrary], swiftSettings: strict),
        .target(
            name: "PushKit",
            dependencies: [callLibrary, .product(name: "Crypto", package: "swift-crypto")], swiftSettings: strict),
    ]
)

// The installed package has no tests.
if isInRepository {
    let companions: [Target.Dependency] = [
        "Combine", "Contacts", "os", "OSLog", "OSSubmodules", "PushKit", "UIKit", "UserNotifications",
    ]
    let callKit: Target.Dependency = .product(name: "CallKit", package: "monkeycall")
    package.products += [
        .executable(name: "org.example.NewApp", targets: ["NewApp"]),
        .executable(name: "org.example.NewApp.BlockList", targets: ["NewAppBlockList"]),
    ]
    package.targets += [
        .executableTarget(
            name: "CompanionApp", dependencies: ["UIKit"], path: "Tests/CompanionApp", swiftSettings: strict),
        // An app that the user calls with from elsewhere.
        .executableTarget(
            name: "StartApp", dependencies: ["UIKit", callKit], path: "Tests/StartApp", swiftSettings: strict),
        .testTarget(
            name: "CompanionTests",
            dependencies: companions + [
                "CompanionApp", "StartApp", callLibrary, .product(name: "BusTesting", package: "monkeycall"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // An app that pushes start, and the tests of it with a distributor of their own.
        .executableTarget(
            name: "PushActor",
            dependencies: ["PushKit", callKit, callLibrary],
            path: "Tests/Support/PushActor", swiftSettings: strict),
        .testTarget(
            name: "PushKitTests",
            dependencies: [
                "NewApp", "NewAppBlockList", "PushActor", "PushKit",
                .product(name: "BusTesting", package: "monkeycall"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
        // The app that `monkeycall new-app` copies. Tests/NewApp is a link to its sources.
        .executableTarget(
            name: "NewApp", dependencies: ["PushKit", "UIKit", callKit], path: "Tests/NewApp/NewApp"),
        .executableTarget(name: "NewAppBlockList", dependencies: [callKit], path: "Tests/NewApp/NewAppBlockList"),
        // Files as apps have them, which are only compiled: of apps in Swift 5, and of apps in Swift 6 without
        // warnings.
        .target(
            name: "ClassicApps", dependencies: companions + [callKit], path: "Tests/ClassicApps",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "ModernApps", dependencies: companions + [callKit], path: "Tests/ModernApps",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // The same with the settings of a new app of Xcode 26, whose classes are on the main actor.
        .target(
            name: "MainActorApps", dependencies: companions + [callKit], path: "Tests/MainActorApps",
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
    ]
}
