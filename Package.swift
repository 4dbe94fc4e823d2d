// swift-tools-version: 6.2
// The house and who may import whom: the table in CONTRIBUTING.md, kept by Tests/HouseTests.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// The targets whose modules a target re-exports.
///
/// The build compiles a target again when a module of its *direct* dependencies has changed. A target
/// that sees a module through a re-export therefore depends on it by name; otherwise an incremental
/// build leaves it as it was, with the old layout of the types in it, and it crashes.
let reexports = ["SeashellKit": ["Events", "WebAPI", "ShellKit"]]

/// Dependencies by name, each followed by what it re-exports.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.flatMap { [$0] + (reexports[$0] ?? []) }.map { .byName(name: $0) }
}

/// A room under Sources/.
func room(_ name: String, _ names: [String] = [], linking libraries: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A room in C, which links no library: where it needs one, it opens it at first use.
func clibrary(_ name: String) -> Target {
  .target(name: name, cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])])
}

/// A module under Plugins/: it sees the kit and no neighbour.
func module(_ name: String, _ names: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(["SeashellKit"] + names), path: "Plugins/\(name)",
    swiftSettings: settings)
}

func tests(_ name: String, _ names: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(names), exclude: exclude, swiftSettings: settings)
}

let modules = ["Products", "Reviews", "Session", "Environments", "API", "Serve"]

let package = Package(
  name: "seashell",
  products: [
    .library(name: "SeashellKit", targets: ["SeashellKit"] + (reexports["SeashellKit"] ?? [])),
    .library(name: "SeashellTesting", targets: ["SeashellTesting"]),
    .executable(name: "seashell", targets: ["seashell"]),
  ],
  targets: [
    room("Events"),
    room("WebAPI", ["Events"]),
    room("ShellKit", ["Events"]),
    room("SeashellKit", ["Events", "WebAPI", "ShellKit"]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    room("SQLite", ["CSQLite"]),
    .systemLibrary(name: "CReadline", path: "CReadline", providers: [.apt(["libreadline-dev"])]),
    room("Terminal", ["ShellKit", "CReadline"]),
    room("ShopBackend", ["WebAPI", "SQLite"], linking: ["crypt"]),
    clibrary("CArguments"),
    clibrary("CCurl"),
    room("CurlTransport", ["WebAPI", "CCurl"]),
    room("ShopServer", ["ShopBackend", "WebAPI"]),
    room("SeashellTesting", ["SeashellKit"]),

    module("Products"),
    module("Reviews"),
    module("Session"),
    module("Environments"),
    module("API"),
    module("Serve", ["ShopServer"]),

    .executableTarget(
      name: "seashell",
      dependencies: dependencies(
        ["SeashellKit", "ShopBackend", "CurlTransport", "Terminal", "CArguments"] + modules),
      swiftSettings: settings),

    tests("EventsTests", ["Events"]),
    tests("WebAPITests", ["WebAPI", "Events"]),
    tests(
      "ShellKitTests", ["ShellKit", "Events", "SeashellTesting", "TestSupport"],
      exclude: ["Fixtures"]),
    tests("SeashellKitTests", ["SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("TerminalTests", ["Terminal", "ShellKit", "SeashellTesting", "TestSupport"]),
    tests("SQLiteTests", ["SQLite", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopBackendTests", ["ShopBackend", "WebAPI", "SQLite", "SeashellTesting", "TestSupport"]),
    tests("ProductsTests", ["Products", "SeashellKit", "SeashellTesting"]),
    tests("ReviewsTests", ["Reviews", "SeashellKit", "SeashellTesting"]),
    tests("SessionTests", ["Session", "SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("EnvironmentsTests", ["Environments", "SeashellKit", "SeashellTesting"]),
    tests("WishlistTests", ["SeashellKit", "SeashellTesting"]),
    tests("APITests", ["API", "SeashellKit", "SeashellTesting"]),
    tests("ServeTests", ["Serve", "SeashellKit", "SeashellTesting", "TestSupport"]),
    .target(name: "FaultServer", path: "Tests/FaultServer", swiftSettings: settings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests(
      "CurlTransportTests",
      ["CurlTransport", "WebAPI", "FaultServer", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopServerTests", ["ShopServer", "ShopBackend", "WebAPI", "SeashellTesting", "TestSupport"],
      exclude: ["Corpus"]),
    tests("HouseTests", ["TestSupport"]),
    tests(
      "EndToEndTests",
      ["SeashellKit", "SeashellTesting", "ShopBackend", "FaultServer", "TestSupport"] + modules),

    .executableTarget(
      name: "benchmarks", dependencies: ["Events", "ShellKit", "ShopBackend"], path: "Benchmarks",
      exclude: ["prompt", "run"], swiftSettings: settings),
  ]
)
