// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "hello",
  dependencies: [.package(name: "seashell", path: "../..")],
  targets: [
    .executableTarget(
      name: "hello", dependencies: [.product(name: "SeashellApp", package: "seashell")]),
    .testTarget(
      name: "HelloTests",
      dependencies: ["hello", .product(name: "SeashellTesting", package: "seashell")]),
  ]
)
