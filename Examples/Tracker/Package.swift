// swift-tools-version: 6.2
import PackageDescription

/// A product of Seashell.
func kit(_ name: String) -> Target.Dependency {
  .product(name: name, package: "seashell")
}

let package = Package(
  name: "tracker",
  products: [.executable(name: "tracker", targets: ["TrackerShell"])],
  dependencies: [.package(name: "seashell", path: "../..")],
  targets: [
    .target(name: "TrackerStub", dependencies: [kit("SeashellKit")]),
    .executableTarget(
      name: "TrackerShell",
      dependencies: ["TrackerStub", kit("SeashellApp"), kit("SeashellOffline")]),
    .testTarget(
      name: "TrackerTests",
      dependencies: ["TrackerShell", "TrackerStub", kit("SeashellTesting")]),
  ]
)
