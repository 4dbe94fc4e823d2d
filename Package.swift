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
    "CoreEvents", "CoreJSON", "CoreLoop", "CoreSystem", "ShellOutput", "ShellCommands",
    "ShellRecords", "WebAPI", "WebAuthorization", "WebFetching", "WebMessages",
  ],
  "SeashellHosting": [
    "CoreEvents", "ShellCommands", "ShellOutput", "WebAPI", "WebAuthorization", "WebFetching",
    "WebMessages",
  ],
  "SeashellApp": ["SeashellKit"],
  "SeashellNetwork": ["CoreEvents", "CoreJSON", "WebAPI", "WebCurl", "WebMessages"],
]

/// A target's name, with the names of all that it re-exports.
func exported(_ name: String) -> [String] {
  [name] + (reexports[name] ?? []).flatMap(exported)
}

/// Dependencies by name, with what they re-export.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  Set(names.flatMap(exported)).sorted().map { .byName(name: $0) }
}

/// The targets in which no time is spent, so that the program need not be larger for them.
let small: Set = [
  "APIPlugin", "ChartPlugin", "CoreSQLite", "CoreSchemas", "CoreSecrets", "DoctorPlugin",
  "EnvironmentsPlugin", "MCPPlugin", "NewPlugin", "QueuePlugin", "ReviewsPlugin", "SeashellAPIs",
  "SeashellApp", "SeashellModules", "SeashellStreams", "ServePlugin", "SessionPlugin",
  "ShellChecks", "ShellHelp", "ShellJobs", "ShellTerminal", "ShopBackend", "WebAuthorization",
  "WebOffline", "WebServer",
]

/// The settings of a target.
func settings(of name: String) -> [SwiftSetting] {
  let size = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))
  return settings + (small.contains(name) ? [size] : [])
}

/// A library under Sources/.
func library(_ name: String, _ names: [String] = [], linking libraries: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(names), swiftSettings: settings(of: name),
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A library in C, which links no other library but opens one at first use.
func clibrary(_ name: String, exclude: [String] = []) -> Target {
  .target(
    name: name, exclude: exclude,
    cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)])
}

/// A module under Plugins/, which depends on the kit and on no other module, but perhaps on its events.
///
/// - Parameters:
///   - events: whether the module has events of its own, in a folder with a target of its own.
///   - resources: files that are compiled into it.
func module(
  _ name: String, _ names: [String] = [], events: Bool = false, resources: [Resource] = []
) -> Target {
  .target(
    name: "\(name)Plugin",
    dependencies: dependencies(["SeashellKit"] + names + (events ? ["\(name)Events"] : [])),
    path: "Plugins/\(name)", exclude: events ? ["Events"] : [], resources: resources,
    swiftSettings: settings(of: "\(name)Plugin"))
}

/// The events of a module that others may import, in its folder Events.
func events(_ name: String) -> Target {
  .target(
    name: "\(name)Events", dependencies: dependencies(["CoreEvents", "WebAPI"]),
    path: "Plugins/\(name)/Events", swiftSettings: settings)
}

/// The tests of a target, or of the program as a whole.
func tests(_ name: String, _ names: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(names), exclude: exclude, swiftSettings: settings)
}

/// Code that several test targets share, or an example that they run.
func support(_ name: String, _ names: [String] = [], under folder: String = "Tests") -> Target {
  .target(
    name: name, dependencies: dependencies(names), path: "\(folder)/\(name)",
    swiftSettings: settings)
}

/// The shell's core, and what it stands on.
let shell = [
  "ShellRuntime", "ShellRecords", "ShellCommands", "ShellOutput", "ShellLanguage", "CoreEvents",
  "CoreJSON", "CoreLoop", "CoreSystem",
]

/// The modules that another shell may take, each a product: what a shell does not import is not compiled.
let sharedPlugins = [
  "SessionPlugin", "EnvironmentsPlugin", "APIPlugin", "QueuePlugin", "ChartPlugin",
  "DoctorPlugin", "MCPPlugin",
]

/// A shell with its help and its background work.
let wholeShell = ["ShellHelp", "ShellJobs", "ShellChecks"] + shell

let plugins = [
  "ProductsPlugin", "ReviewsPlugin", "SessionPlugin", "EnvironmentsPlugin", "APIPlugin",
  "ServePlugin", "QueuePlugin", "ChartPlugin", "DoctorPlugin", "MCPPlugin",
  "NewPlugin",
]

let package = Package(
  name: "seashell",
  products: [
    .library(name: "SeashellKit", targets: exported("SeashellKit")),
    .library(name: "SeashellHosting", targets: exported("SeashellHosting")),
    .library(name: "SeashellApp", targets: exported("SeashellApp")),
    .library(name: "SeashellNetwork", targets: exported("SeashellNetwork")),
    .library(name: "SeashellTesting", targets: ["SeashellTesting"]),
    .library(name: "SeashellOffline", targets: ["WebOffline"]),
    .library(name: "SeashellPlugins", targets: sharedPlugins),
    .library(name: "NewPlugin", targets: ["NewPlugin"]),
    .executable(name: "seashell", targets: ["seashell"]),
  ] + sharedPlugins.map { .library(name: $0, targets: [$0]) },
  targets: [
    clibrary("CProcess"),
    library("CoreSystem", ["CProcess"]),
    library("CoreSecrets"),
    clibrary("CPCRE2"),
    library("CoreJSON"),
    clibrary("CLoop"),
    library("CoreLoop", ["CoreSystem", "CLoop"]),
    library("CoreEvents", ["CoreJSON", "CoreLoop"]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    library("CoreSQLite", ["CSQLite"]),

    library("CoreSchemas", ["CoreJSON", "CPCRE2"]),
    library("ShellLanguage"),
    library("ShellOutput", ["CoreSystem", "CoreLoop", "CoreJSON"]),
    library("ShellCommands", ["ShellOutput", "ShellLanguage", "CoreEvents", "CoreJSON"]),
    library(
      "ShellRecords",
      [
        "ShellCommands", "ShellOutput", "ShellLanguage", "CoreEvents", "CoreSchemas",
        "CoreSecrets",
      ]),
    library("ShellRuntime", shell.dropFirst() + ["CoreSecrets"]),
    library("ShellJobs", shell),
    library("ShellChecks", shell + ["CoreSchemas", "CoreSecrets"]),
    clibrary("CHelp"),
    library("ShellHelp", shell + ["CHelp"]),
    .systemLibrary(name: "CReadline", path: "CReadline", providers: [.apt(["libreadline-dev"])]),
    library("ShellTerminal", shell + ["CReadline"]),

    library("WebMessages", ["CoreEvents", "CoreJSON", "CoreSecrets"]),
    library("WebAPI", ["WebMessages", "CoreEvents", "CoreJSON", "CoreSecrets", "CoreSystem"]),
    library("WebFetching", ["WebAPI", "WebMessages", "CoreEvents"]),
    library(
      "WebAuthorization",
      ["WebAPI", "WebMessages", "WebServer", "CoreJSON", "CoreLoop", "CoreSystem"]),
    library(
      "WebOffline",
      [
        "WebFetching", "WebAPI", "WebMessages", "CoreEvents", "CoreJSON", "CoreSQLite",
        "CoreSecrets", "CoreSystem",
      ]),
    clibrary("CYAML"),
    clibrary("CCurl"),
    library("WebCurl", ["WebMessages", "CoreLoop", "CoreSystem", "CCurl"]),
    library("WebServer", ["WebMessages", "CoreLoop", "CoreSystem"]),
    clibrary("CNATS"),
    library("SeashellNetwork", reexports["SeashellNetwork"] ?? []),

    clibrary("CShop", exclude: ["catalogue.txt", "openapi.json"]),
    library(
      "ShopBackend", ["CShop", "WebMessages", "CoreJSON", "CoreSQLite", "CoreLoop", "CoreSystem"],
      linking: ["crypt"]),

    library(
      "SeashellKit",
      [
        "ShellCommands", "ShellOutput", "ShellRecords", "CoreEvents", "CoreJSON", "CoreLoop",
        "CoreSystem", "WebAPI", "WebAuthorization", "WebFetching", "WebMessages",
      ]),
    library("SeashellHosting", reexports["SeashellHosting"] ?? []),
    library(
      "SeashellModules",
      ["SeashellKit", "SeashellHosting", "CoreSchemas", "CoreSecrets", "WebServer"]),
    library(
      "SeashellAPIs",
      [
        "SeashellKit", "CoreSchemas", "CoreSecrets", "ShellLanguage", "CYAML",
      ]),
    library(
      "SeashellStreams",
      ["SeashellKit", "SeashellHosting", "CoreSecrets", "CNATS"] + shell),
    library("SeashellTesting", ["SeashellKit", "SeashellHosting"] + wholeShell),

    module("Products", ["ReviewsEvents"]),
    module("Reviews", events: true),
    events("Reviews"),
    module("Session", ["SeashellHosting"]),
    module("Environments", ["SeashellHosting"]),
    module("API", ["SeashellHosting"]),
    module("Queue", ["SeashellHosting"]),
    module("Chart"),
    module("Doctor"),
    module("MCP", ["SeashellHosting"]),
    module("New", resources: [.embedInCode("Templates")]),
    module("Serve", ["ShopBackend", "WebServer"]),

    clibrary("CArguments"),
    library(
      "SeashellApp",
      [
        "SeashellKit", "SeashellHosting", "SeashellAPIs", "SeashellModules",
        "SeashellStreams", "ShellTerminal", "WebCurl", "CoreJSON", "CoreSchemas", "CArguments",
      ] + wholeShell),
    .executableTarget(
      name: "seashell",
      dependencies: dependencies(
        ["SeashellApp", "SeashellHosting", "ShopBackend", "WebOffline"]
          + plugins),
      swiftSettings: settings),

    .target(name: "CLoopStart", path: "Tests/CLoopStart"),
    support("LoopStart", ["CoreLoop", "CLoopStart"]),
    support("TestSupport", ["ShellOutput", "LoopStart"]),
    support("FaultServer", ["CoreSystem", "TestSupport"]),
    support("ShopCalls", ["SeashellKit"], under: "Examples"),
    tests("CoreSystemTests", ["CoreSystem", "SeashellTesting", "TestSupport"]),
    tests("CoreLoopTests", ["CoreLoop", "CoreSystem", "SeashellTesting", "TestSupport"]),
    tests("CoreSecretsTests", ["CoreSecrets"]),
    tests("CoreJSONTests", ["CoreJSON"]),
    tests(
      "CoreEventsTests", ["CoreEvents", "CoreJSON", "CoreSystem", "SeashellTesting", "TestSupport"]),
    tests("CoreSQLiteTests", ["CoreSQLite", "SeashellTesting", "TestSupport"]),
    tests("CoreSchemasTests", ["CoreSchemas", "CoreJSON"]),
    tests("ShellLanguageTests", ["ShellLanguage", "SeashellTesting", "TestSupport"]),
    tests(
      "ShellOutputTests",
      ["ShellOutput", "CoreJSON", "CoreSystem", "SeashellTesting", "TestSupport"]),
    tests(
      "ShellCommandsTests", shell + ["SeashellTesting", "TestSupport"], exclude: ["Fixtures"]),
    support("ShellTestSupport", wholeShell + ["SeashellTesting"]),
    tests("ShellRecordsTests", shell + ["ShellTestSupport", "SeashellTesting", "TestSupport"]),
    tests(
      "ShellRuntimeTests", wholeShell + ["ShellTestSupport", "SeashellTesting", "TestSupport"]),
    tests("ShellJobsTests", wholeShell + ["ShellTestSupport", "SeashellTesting", "TestSupport"]),
    tests("ShellChecksTests", wholeShell + ["TestSupport"]),
    tests("ShellHelpTests", wholeShell + ["ShellTestSupport", "SeashellTesting", "TestSupport"]),
    tests(
      "ShellTerminalTests", ["ShellTerminal"] + wholeShell + ["SeashellTesting", "TestSupport"]),
    tests("WebMessagesTests", ["WebMessages"]),
    tests(
      "WebAPITests",
      ["WebAPI", "WebMessages", "CoreEvents", "CoreJSON", "SeashellTesting", "TestSupport"]),
    tests(
      "WebAuthorizationTests",
      [
        "WebAuthorization", "WebAPI", "WebMessages", "CoreJSON", "SeashellTesting",
        "HTTPTestClient", "TestSupport",
      ]),
    tests(
      "WebFetchingTests", ["WebFetching", "WebAPI", "WebMessages", "CoreEvents", "SeashellTesting"]),
    tests(
      "WebOfflineTests",
      [
        "WebOffline", "WebFetching", "WebAPI", "WebMessages", "CoreEvents", "CoreJSON",
        "CoreSQLite", "CoreSystem", "SeashellTesting", "TestSupport",
      ]),
    tests(
      "WebCurlTests", ["WebCurl", "WebMessages", "FaultServer", "SeashellTesting", "TestSupport"]),
    support("StreamServer", ["FaultServer", "SeashellTesting"]),
    tests(
      "SeashellNetworkTests", ["SeashellNetwork", "FaultServer", "SeashellTesting", "TestSupport"]),
    tests(
      "ShopBackendTests",
      ["ShopBackend", "WebMessages", "CoreJSON", "CoreSQLite", "SeashellTesting", "TestSupport"]),
    support("HTTPTestClient", ["WebServer", "WebMessages", "CoreSystem"]),
    tests(
      "WebServerTests",
      ["WebServer", "WebMessages", "HTTPTestClient", "SeashellTesting", "TestSupport"],
      exclude: ["Corpus"]),
    tests(
      "SeashellAppTests",
      ["SeashellApp", "SeashellHosting", "SeashellModules", "ShellCommands", "SeashellTesting"]),
    tests(
      "SeashellAPIsTests",
      [
        "SeashellAPIs", "SeashellKit", "SeashellHosting", "WebCurl", "ShellHelp", "FaultServer",
        "SeashellTesting", "TestSupport",
      ] + shell),
    tests(
      "SeashellKitTests",
      ["SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport"] + shell),
    tests(
      "SeashellModulesTests",
      [
        "SeashellModules", "SeashellKit", "SeashellHosting", "WebServer", "WebCurl", "ShopBackend",
        "HTTPTestClient",
        "FaultServer", "SeashellTesting", "TestSupport",
      ]
        + wholeShell),
    tests(
      "MCPPluginTests",
      ["MCPPlugin", "SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport"]
        + wholeShell),
    tests(
      "SeashellStreamsTests",
      [
        "SeashellStreams", "SeashellModules", "StreamServer", "FaultServer",
        "SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport", "CoreJSON",
      ] + shell),
    tests(
      "ProductsPluginTests",
      [
        "ProductsPlugin", "ReviewsEvents", "SeashellKit", "SeashellHosting", "SeashellTesting",
        "TestSupport",
      ]),
    tests(
      "ReviewsPluginTests",
      [
        "ReviewsPlugin", "ProductsPlugin", "ReviewsEvents", "SeashellKit", "SeashellHosting",
        "SeashellTesting", "TestSupport",
      ]),
    tests(
      "SessionPluginTests",
      ["SessionPlugin", "SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport"]),
    tests(
      "EnvironmentsPluginTests",
      ["EnvironmentsPlugin", "SeashellKit", "SeashellHosting", "SeashellTesting"]),
    tests(
      "ChartPluginTests",
      ["ChartPlugin", "SeashellKit", "SeashellTesting", "ShellOutput", "ShellRecords"]),
    tests("DoctorPluginTests", ["DoctorPlugin", "SeashellKit", "SeashellTesting"]),
    tests("APIPluginTests", ["APIPlugin", "SeashellKit", "SeashellHosting", "SeashellTesting"]),
    tests(
      "QueuePluginTests",
      ["QueuePlugin", "SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport"]),
    tests(
      "ServePluginTests",
      [
        "ServePlugin", "ShopBackend", "WebServer", "HTTPTestClient", "SeashellKit",
        "SeashellTesting", "TestSupport",
      ]),
    tests("NewPluginTests", ["NewPlugin", "SeashellKit", "SeashellTesting"] + shell),
    tests("WishlistTests", ["SeashellKit", "SeashellTesting"]),
    tests("HouseTests", ["SeashellTesting", "TestSupport"]),
    tests(
      "EndToEndTests",
      [
        "SeashellKit", "SeashellHosting", "SeashellTesting", "ShopBackend", "FaultServer",
        "SeashellStreams", "ShopCalls", "StreamServer", "TestSupport",
      ]
        + wholeShell + plugins),

    .executableTarget(
      name: "benchmarks",
      dependencies: dependencies(["ShopBackend", "SeashellTesting"] + wholeShell),
      path: "Benchmarks", exclude: ["description", "prompt", "run"], swiftSettings: settings),
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
