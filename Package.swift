// swift-tools-version: 6.2
// The table in CONTRIBUTING.md says which target may import which; Tests/HouseTests checks it.
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
let reexports = [
  "SeashellKit": [
    "CoreEvents", "CoreSystem", "ShellOutput", "ShellCommands", "WebAPI", "WebMessages",
  ]
]

/// Dependencies by name, with what they re-export.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  Set(names.flatMap { [$0] + (reexports[$0] ?? []) }).sorted().map { .byName(name: $0) }
}

/// A library under Sources/.
func library(_ name: String, _ names: [String] = [], linking libraries: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A library in C, which links no other library but opens one at first use.
func clibrary(_ name: String) -> Target {
  .target(name: name, cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])])
}

/// A module under Plugins/, which depends on the kit and on no other module.
func module(_ name: String, _ names: [String] = []) -> Target {
  .target(
    name: "\(name)Plugin", dependencies: dependencies(["SeashellKit"] + names),
    path: "Plugins/\(name)", swiftSettings: settings)
}

/// The tests of a target, or of the program as a whole.
func tests(_ name: String, _ names: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(names), exclude: exclude, swiftSettings: settings)
}

/// Code that several test targets share, under Tests/.
func support(_ name: String, _ names: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), path: "Tests/\(name)", swiftSettings: settings)
}

/// The shell's runtime, and what it stands on.
let shell = [
  "ShellRuntime", "ShellCommands", "ShellOutput", "ShellLanguage", "CoreEvents", "CoreSystem",
]

let plugins = [
  "ProductsPlugin", "ReviewsPlugin", "SessionPlugin", "EnvironmentsPlugin", "APIPlugin",
  "ServePlugin",
]

let package = Package(
  name: "seashell",
  products: [
    .library(name: "SeashellKit", targets: ["SeashellKit"] + (reexports["SeashellKit"] ?? [])),
    .library(name: "SeashellTesting", targets: ["SeashellTesting"]),
    .executable(name: "seashell", targets: ["seashell"]),
  ],
  targets: [
    library("CoreSystem"),
    library("CoreEvents"),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    library("CoreSQLite", ["CSQLite"]),

    library("ShellLanguage"),
    library("ShellOutput", ["CoreSystem", "CoreEvents"]),
    library("ShellCommands", ["ShellOutput", "ShellLanguage", "CoreEvents"]),
    library("ShellRuntime", Array(shell.dropFirst())),
    .systemLibrary(name: "CReadline", path: "CReadline", providers: [.apt(["libreadline-dev"])]),
    library("ShellTerminal", shell + ["CReadline"]),

    library("WebMessages"),
    library("WebAPI", ["WebMessages", "CoreEvents"]),
    clibrary("CCurl"),
    library("WebCurl", ["WebMessages", "CoreSystem", "CCurl"]),
    library("WebServer", ["WebMessages", "CoreSystem"]),

    library("ShopBackend", ["WebMessages", "CoreSQLite", "CoreSystem"], linking: ["crypt"]),
    library("ShopServer", ["ShopBackend", "WebServer", "WebMessages"]),

    library(
      "SeashellKit",
      ["ShellCommands", "ShellOutput", "CoreEvents", "CoreSystem", "WebAPI", "WebMessages"]),
    library("SeashellTesting", ["SeashellKit"] + shell),

    module("Products"),
    module("Reviews"),
    module("Session"),
    module("Environments"),
    module("API"),
    module("Serve", ["ShopServer", "ShopBackend", "WebServer"]),

    clibrary("CArguments"),
    library("SeashellApp", ["SeashellKit", "ShellTerminal", "WebCurl", "CArguments"] + shell),
    .executableTarget(
      name: "seashell",
      dependencies: dependencies(["SeashellApp", "SeashellKit", "ShopBackend"] + shell + plugins),
      swiftSettings: settings),

    support("TestSupport", ["ShellOutput"]),
    support("FaultServer", ["CoreSystem"]),
    tests("CoreSystemTests", ["CoreSystem", "SeashellTesting", "TestSupport"]),
    tests("CoreEventsTests", ["CoreEvents", "CoreSystem"]),
    tests("CoreSQLiteTests", ["CoreSQLite", "SeashellTesting", "TestSupport"]),
    tests("ShellLanguageTests", ["ShellLanguage", "TestSupport"]),
    tests("ShellOutputTests", ["ShellOutput", "CoreEvents", "CoreSystem", "TestSupport"]),
    tests(
      "ShellCommandsTests", shell + ["SeashellTesting", "TestSupport"], exclude: ["Fixtures"]),
    tests("ShellRuntimeTests", shell + ["SeashellTesting", "TestSupport"]),
    tests("ShellTerminalTests", ["ShellTerminal"] + shell + ["SeashellTesting", "TestSupport"]),
    tests("WebMessagesTests", ["WebMessages"]),
    tests("WebAPITests", ["WebAPI", "WebMessages", "CoreEvents", "SeashellTesting"]),
    tests(
      "WebCurlTests", ["WebCurl", "WebMessages", "FaultServer", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopBackendTests",
      ["ShopBackend", "WebMessages", "CoreSQLite", "SeashellTesting", "TestSupport"]),
    support("HTTPTestClient", ["WebServer", "WebMessages", "CoreSystem"]),
    tests(
      "WebServerTests",
      ["WebServer", "WebMessages", "HTTPTestClient", "SeashellTesting", "TestSupport"],
      exclude: ["Corpus"]),
    tests(
      "ShopServerTests",
      [
        "ShopServer", "ShopBackend", "WebServer", "WebMessages", "HTTPTestClient",
        "SeashellTesting",
        "TestSupport",
      ]),
    tests("SeashellKitTests", ["SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("ProductsPluginTests", ["ProductsPlugin", "SeashellKit", "SeashellTesting"]),
    tests("ReviewsPluginTests", ["ReviewsPlugin", "SeashellKit", "SeashellTesting"]),
    tests(
      "SessionPluginTests", ["SessionPlugin", "SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("EnvironmentsPluginTests", ["EnvironmentsPlugin", "SeashellKit", "SeashellTesting"]),
    tests("APIPluginTests", ["APIPlugin", "SeashellKit", "SeashellTesting"]),
    tests("ServePluginTests", ["ServePlugin", "SeashellKit", "SeashellTesting", "TestSupport"]),
    tests("WishlistTests", ["SeashellKit", "SeashellTesting"]),
    tests("HouseTests", ["TestSupport"]),
    tests(
      "EndToEndTests",
      ["SeashellKit", "SeashellTesting", "ShopBackend", "FaultServer", "TestSupport"] + shell
        + plugins),

    .executableTarget(
      name: "benchmarks", dependencies: dependencies(["ShopBackend", "SeashellTesting"] + shell),
      path: "Benchmarks", exclude: ["prompt", "run"], swiftSettings: settings),
  ]
)

// A package's tests are one program, so `swift test --filter` builds all of them. With
// SEASHELL_TESTS="Reviews Session" this package is the tests of these modules or targets alone, and
// what they need. `make test ONLY=Reviews` sets it.
if let chosen = Context.environment["SEASHELL_TESTS"]?.split(separator: " "), !chosen.isEmpty {
  let tests = package.targets.filter { target in
    chosen.contains { ["\($0)PluginTests", "\($0)Tests"].contains(target.name) }
  }
  var needed = Set(tests.map(\.name))
  var waiting = tests
  while let target = waiting.popLast() {
    for case .byNameItem(let name, _) in target.dependencies where needed.insert(name).inserted {
      waiting += package.targets.filter { $0.name == name }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}
