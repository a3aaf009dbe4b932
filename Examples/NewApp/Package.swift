// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NewApp",
    products: [
        // The bus, the desktop and the library know a program by its id.
        .executable(name: "org.example.NewApp", targets: ["NewApp"]),
        .executable(name: "org.example.NewApp.BlockList", targets: ["NewAppBlockList"]),
    ],
    dependencies: [
        .package(name: "monkeycall", path: "../.."),
        .package(name: "monkeycall-companions", path: "../../Companions"),
    ],
    targets: [
        // The app.
        .executableTarget(
            name: "NewApp",
            dependencies: [
                .product(name: "CallKit", package: "monkeycall"),
                .product(name: "PushKit", package: "monkeycall-companions"),
                .product(name: "UIKit", package: "monkeycall-companions"),
            ]),
        // Its call directory extension.
        .executableTarget(name: "NewAppBlockList", dependencies: [.product(name: "CallKit", package: "monkeycall")]),
    ]
)
