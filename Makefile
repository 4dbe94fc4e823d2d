# `make shell` and `make test` are all that a fresh machine with Swift on it needs.

SWIFT ?= swift
PREFIX ?= /usr/local
BINARY = .build/release/seashell
SOURCES = Package.swift Sources Plugins Tests Benchmarks Examples
# The shell scripts: those whose first line says so.
SCRIPTS = $(shell find .ci Benchmarks Examples Packaging Tests $(TEMPLATES) -name .build -prune \
	-o -type f -print | xargs awk 'FNR == 1 && /^\#!.*(\/| )(ba|)sh$$/ { print FILENAME } { nextfile }')

# A dependency that the manifest does not declare is an error.
STRICT = --explicit-target-dependency-import-check error
# The Swift runtime is linked in, and of the C libraries those that have archives: each library that
# is not loaded at the start makes it shorter. No symbol is exported and relocations are packed, which
# saves 2 MB. No path of this folder is in the program, so that two builds are equal. The functions of
# the start stand together, in any order (`Packaging/order` lists them), so that it touches fewer pages.
# Nothing throws a C++ exception, and backtraces follow frame pointers or read `.eh_frame` itself, so its
# index, 0.6 MB, is left out. Functions of the same machine code are one, which saves 1.2 MB; a backtrace may
# name such a function by the name of its twin.
# The names of Unicode scalars, 0.5 MB, are left out (`Sources/CArguments/ScalarNames.c`), and Foundation's sets of them, 0.55 MB
# (`Sources/CArguments/ScalarSets.c`).
# No value is written by reflection, so that its metadata are left out: 0.4 MB.
# A generic type such as [String: Int] is made by its accessor, not by its mangled name, which the runtime would parse,
# and whose conformances it would search, when the type is first used: 16 % of a start, for 86 KB more of a program.
RELEASE = $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath $(STRICT) \
	-Xswiftc -use-ld=lld -Xlinker -L$(CURDIR)/.build/archives -Xlinker --build-id=sha1 \
	-Xlinker --no-export-dynamic -Xlinker --no-eh-frame-hdr -Xlinker -z -Xlinker pack-relative-relocs \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xswiftc -file-compilation-dir -Xswiftc . \
	-Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -disable-reflection-metadata \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors -Xcc -ffunction-sections \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/start-order \
	-Xlinker --no-warn-symbol-ordering -Xlinker --icf=all \
	-Xlinker --wrap=_swift_stdlib_getScalarName \
	-Xlinker --wrap='$(SCALAR_SET)17_isMemberOfBitmapySbs0E0O0F0V_SPys5UInt8VGSgtF' \
	-Xlinker --wrap='$(SCALAR_SET)18_bitmapPtrForPlaneySPys5UInt8VGSgSiF'
SCALAR_SET = $$s20FoundationEssentials23BuiltInUnicodeScalarSetV

# What is looked for, and the Debian package that brings it.
BUILD_NEEDS = /usr/include/sqlite3.h=libsqlite3-dev /usr/include/crypt.h=libcrypt-dev \
	/usr/include/readline/readline.h=libreadline-dev \
	/usr/include/*/curl/curl.h=libcurl4-openssl-dev
YAML_NEEDS = /usr/lib/*/libyaml-0.so.2=libyaml-0-2
PICTURES_NEEDS = python3=python3 /usr/lib/python3*/ensurepip/__init__.py=python3-venv
STREAM_NEEDS = /usr/lib/*/libnats.so.3.*=libnats3.4 /usr/*bin/nats-server=nats-server
TEST_NEEDS = $(RUN_NEEDS) $(YAML_NEEDS) $(STREAM_NEEDS) $(PICTURES_NEEDS) openssl=openssl jq=jq \
	/usr/lib/python3/dist-packages/yaml/__init__.py=python3-yaml \
	zsh=zsh fish=fish man=man-db mandoc=mandoc valgrind=valgrind prove=perl
LINT_NEEDS = shellcheck=shellcheck
RUN_NEEDS = python3=python3
BROWSER_NEEDS = $(PICTURES_NEEDS) chromium=chromium
DOCS_NEEDS = jq=jq
PACKAGE_NEEDS = strip=binutils xz=xz-utils
BENCH_NEEDS = hyperfine=hyperfine redis-cli=redis-tools sqlite3=sqlite3 dash=dash python3=python3 curl=curl jq=jq mlr=miller

TEST_TARGETS = test-only test-slow test-build $(TEST_STAGES)
.PHONY: $(TEST_TARGETS)
.PHONY: shell build test lint docs pictures bench kill-loop format clean module
.PHONY: install uninstall deb dist reproduce test-deb release test-asan test-tsan test-browser fuzz

# The status of the last command typed is no failure of make. The shell has a process group of its own, since make ends
# with an error after each Ctrl-C that it gets itself; Ctrl-Z stops make, too.
shell: build
	@bash -c 'set -m; $(BINARY); while jobs -s | grep -q .; do kill -TSTP 0; fg > /dev/null; done; :'

build:
	@$(call packages,$(BUILD_NEEDS))
	@$(archives)
	@[ $(BINARY) -nt Packaging/start-order ] && [ -s .build/linked ] || rm -f $(BINARY)
	$(RELEASE) -Xlinker --dependency-file=$(CURDIR)/.build/linked --product seashell
	@$(rewritten)

# With ONLY=Reviews, or ONLY="Reviews Session", the tests of these modules or targets alone. What follows
# a slash, as in ONLY=Reviews/summary, chooses the tests of the target whose suite or name matches it.
ONLY_TARGETS = $(sort $(foreach name,$(ONLY),$(firstword $(subst /, ,$(name)))))
ifdef ONLY
test:
	@for name in $(ONLY_TARGETS); do [ -d "Tests/$${name}PluginTests" ] || [ -d "Tests/$${name}Tests" ] \
	  || { echo "no tests of '$$name' are in Tests/" >&2; exit 2; }; done
	@$(call packages,$(BUILD_NEEDS) $(RUN_NEEDS) $(if $(filter SeashellModules,$(ONLY_TARGETS)),$(TEST_NEEDS)) \
		$(if $(filter SeashellAPIs,$(ONLY_TARGETS)),$(YAML_NEEDS)) \
		$(if $(filter SeashellStreams,$(ONLY_TARGETS)),$(STREAM_NEEDS)))
	@$(if $(filter SeashellModules,$(ONLY_TARGETS)),Tests/ModuleServers/install)
	@$(if $(filter EndToEnd,$(ONLY_TARGETS)),Tests/WebApplications/install)
	@Tests/run test-only

test-only:
	@SEASHELL_TESTS="$(ONLY_TARGETS)" $(SWIFT) build --build-tests $(STRICT)
	@$(filters); $(chosen); $(call run_tests,$$(($(CORES) * 2))) "$$@"
else
test:
	@$(call packages,$(BUILD_NEEDS) $(LINT_NEEDS) $(TEST_NEEDS) $(PACKAGE_NEEDS))
	@Tests/run build lint test-build $(TEST_STAGES)
endif

# What depends on a machine's speed fails here: one core for all, half of it taken by a loop.
test-slow: build
	@$(call packages,$(TEST_NEEDS) $(PACKAGE_NEEDS))
	@Tests/run test-build
	@taskset -c 0 Tests/run --slow $(filter-out test-docs test-fuzz test-instructions test-examples,$(TEST_STAGES))

# The stages of `make test` that test something, in their order; each runs alone, too, once the program is built.
TEST_STAGES = test-units test-programs test-loop test-docs test-examples test-tutorial test-instructions test-fuzz test-manual \
	test-screen test-charts test-packaging test-contract test-kills test-workers test-sign-in test-differential \
	test-arrival

# The targets whose tests start programs, servers or pseudoterminals: as many at once as there are cores, after the others, of
# which two run at once for each core, since they wait more than they work.
PROGRAM_TESTS = ^(EndToEnd|House|SeashellModules|SeashellStreams|ShellTerminal)Tests[.]
CORES = $$(nproc)
TEST_VARIABLES = SEASHELL="$(CURDIR)/$(BINARY)" TERM=xterm-256color SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH
run_tests = $(TEST_VARIABLES)=$(1) .build/debug/seashellPackageTests.xctest --testing-library swift-testing --parallel \
	--event-stream-output-path .build/tests/events.$$$$ --event-stream-version 0

# The tests, and the servers that they run.
test-build:
	@$(SWIFT) build --build-tests $(STRICT)
	@Tests/ModuleServers/install
	@Tests/WebApplications/install

test-units:
	@$(call run_tests,$$(($(CORES) * 2))) --skip '$(PROGRAM_TESTS)'

test-programs:
	@$(call run_tests,$(CORES)) --filter '$(PROGRAM_TESTS)'

# With the executors that a program has: on the loop of the main thread.
test-loop: export SEASHELL_TEST_LOOP = 1
test-loop:
	@$(call run_tests,$$(($(CORES) * 2))) --skip '$(PROGRAM_TESTS)'
	@$(call run_tests,$(CORES)) --filter '$(PROGRAM_TESTS)' --skip '^EndToEndTests[.]'

test-docs:
	@$(docs)

test-examples:
	@$(packagetests)

test-tutorial:
	@Tests/Tutorial/run "$(CURDIR)/$(BINARY)" .build

test-instructions: export SEASHELL = $(CURDIR)/$(BINARY)
test-instructions:
	@Tests/Instructions/run

test-fuzz:
	@Tests/Fuzz/run

TEST_SCRIPTS = test-manual test-screen test-charts test-packaging test-contract test-kills test-workers test-sign-in \
	test-differential test-arrival
$(TEST_SCRIPTS): export SEASHELL = $(CURDIR)/$(BINARY)
test-screen test-charts test-differential test-arrival: export SEED = 12

test-manual:
	@Tests/Manual/run

test-screen:
	@Tests/Screen/run

test-charts:
	@Tests/Charts/run

test-packaging:
	@Tests/Packaging/run

test-contract:
	@Tests/Contract/run

test-kills:
	@Tests/KillLoop/run 50

test-workers:
	@Tests/Workers/run 20

test-sign-in:
	@Tests/AuthorizationServer/run
	@Tests/AuthorizationServer/kills 20

test-differential:
	@COUNT=1000 Tests/Differential/run

test-arrival:
	@Tests/Arrival/run

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@$(call packages,$(LINT_NEEDS))
	shellcheck -x --severity=warning $(SCRIPTS)

# The tests with AddressSanitizer or ThreadSanitizer, each in a build of its own: ONLY as for `test`.
test-asan test-tsan:
	@$(call packages,$(BUILD_NEEDS) $(TEST_NEEDS))
	Tests/ModuleServers/install
	Tests/WebApplications/install
	@$(filters); Tests/Sanitizers/run $(if $(filter %-asan,$@),address,thread) "$(ONLY_TARGETS)" "$$@"

# Signs in with Chromium, photographs its last page, and prints where the pictures are.
test-browser: build
	@$(call packages,$(BROWSER_NEEDS))
	@SEASHELL="$(CURDIR)/$(BINARY)" Tests/AuthorizationServer/browser

# Fuzzes all targets for MINUTES in all, and adds to their corpora what reached new code.
fuzz:
	Tests/Fuzz/run --keep $$(($(or $(MINUTES),10) * 20))

# `make release VERSION=1.4.0` checks that all places agree on the version; it changes nothing.
release:
	@Packaging/release $(VERSION)

docs:
	@$(call packages,$(DOCS_NEEDS))
	$(SWIFT) build $(STRICT)
	@$(docs)

# Records the pictures of Documentation/Pictures again, each from the file beside it.
pictures: build
	@$(call packages,$(PICTURES_NEEDS))
	@SEASHELL="$(CURDIR)/$(BINARY)" KEEP=1 Tests/Screen/run pictures

bench: build
	@$(call packages,$(BENCH_NEEDS))
	$(RELEASE) --product benchmarks
	@Benchmarks/run

# `make kill-loop N=1000 SEED=7` kills shells and the server while writes wait and are sent, then workers, relays and
# the message server while they handle a hundred times as many events.
kill-loop: build
	@$(call packages,python3=python3 $(STREAM_NEEDS))
	SEASHELL="$(CURDIR)/$(BINARY)" Tests/KillLoop/run $(or $(N),1000) $(SEED)
	SEASHELL="$(CURDIR)/$(BINARY)" Tests/Workers/run $(or $(N),1000) $$(( $(or $(N),1000) * 100 )) $(SEED)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

# `make module NAME=Orders` adds a module, which builds and passes its tests; with REMOVE=1 it is
# taken away again. ITEM=Order is the type of one of its elements.
module:
	@$(if $(REMOVE),$(removemodule),$(addmodule))

# What was built, so that root needs no Swift; builds only if nothing was.
install:
	@[ -x $(BINARY) ] || $(MAKE) build
	@$(call packages,$(PACKAGE_NEEDS))
	@DESTDIR="$(DESTDIR)" Packaging/install $(BINARY) "$(PREFIX)"

uninstall:
	@DESTDIR="$(DESTDIR)" Packaging/install --remove "$(PREFIX)"

# A Debian package, in .build/packages, which lintian has checked, with the sources beside it.
deb: build
	@$(call packages,$(PACKAGE_NEEDS) dpkg-shlibdeps=dpkg-dev lintian=lintian)
	@Packaging/deb $(BINARY)

# A tarball for any Linux with the same libc or a newer one, in .build/packages, with the sources and checksums.
dist: build
	@$(call packages,$(PACKAGE_NEEDS))
	@Packaging/dist $(BINARY)

# Builds both in two other folders, and compares them.
reproduce:
	@Packaging/reproduce

# Installs the package in a new Debian, uses it there with the transcripts too, and removes it.
test-deb: deb
	@$(call packages,mmdebstrap=mmdebstrap python3=python3)
	$(SWIFT) build --build-tests $(STRICT)
	@Packaging/try "$(CURDIR)/.build/debug/seashellPackageTests.xctest"

clean:
	rm -rf .build

# Sets the shell's arguments to the options that choose the tests of ONLY, if a name in it has a slash.
define filters
set -f; set --; \
$(if $(findstring /,$(ONLY)),for name in $(ONLY); do \
  case $$name in (*/*) rest=.*$${name#*/} ;; (*) rest= ;; esac; \
  set -- "$$@" --filter "(?i)^$${name%%/*}(Plugin)?Tests[.]$$rest"; \
done,:)
endef

# Fails if one of these options chooses no test.
define chosen
$(if $(findstring /,$(ONLY)),SEASHELL_TESTS="$(ONLY_TARGETS)" $(SWIFT) test list $(STRICT) > .build/tests.list \
  || { grep -aE 'error:' .build/tests.list | head -n 20 >&2; exit 1; }; \
for option in "$$@"; do \
  [ "$$option" = --filter ] || grep -qiE "$${option#(?i)}" .build/tests.list \
    || { echo "no test matches '$${option#(?i)}'; 'swift test list' names them" >&2; exit 2; }; \
done,:)
endef

# Tests the packages in Examples, and one that `modules new` writes. They depend on this one by path
# and are built in its .build, where the kit is built already: each takes seconds instead of half a
# minute. SwiftPM must plan each build anew there: it could take another package's plan for this one's.
define packagetests
rm -rf .build/new && mkdir -p .build/new \
  && $(BINARY) modules new big-parcels --in .build/new || exit 1; \
for package in $(dir $(wildcard Examples/*/Package.swift)) .build/new/big-parcels; do \
  echo "testing $$package"; \
  $(SWIFT) test $(STRICT) --package-path $$package --scratch-path .build \
    --disable-build-manifest-caching --parallel || exit 1; \
done
endef

TEMPLATES = Plugins/New/Templates
MODULEFILES = Plugins/$(NAME) Tests/$(NAME)PluginTests Documentation/Targets/$(NAME)Plugin.md

# The names as commands have them: work-orders for WorkOrders.
define addmodule
word() { printf %s "$$1" | sed -E 's/([a-z0-9])([A-Z])/\1-\2/g' | tr A-Z a-z; }; \
for name in '$(NAME)' '$(or $(ITEM),$(NAME))'; do \
  printf %s "$$name" | grep -qxE '[A-Z][A-Za-z0-9]*' \
    || { echo "'$$name' is not a name; use letters and digits, with a capital first: NAME=Orders" >&2; \
      exit 2; }; \
done; \
[ -x $(BINARY) ] || $(MAKE) build || exit 1; \
$(BINARY) --no-config modules new "$$(word '$(NAME)')" $(if $(ITEM),--item "$$(word '$(ITEM)')") --into . || exit; \
$(SWIFT) format --in-place --recursive Plugins/$(NAME) Tests/$(NAME)PluginTests Sources/seashell/Seashell.swift
endef

# Each line that names the module is one that was added for it.
define removemodule
[ -d 'Plugins/$(NAME)' ] && [ '$(NAME)' ] \
  || { echo "pass NAME: a folder in Plugins" >&2; exit 2; }; \
[ -z "$$(git ls-files $(MODULEFILES) 2>/dev/null)" ] \
  || { echo "Plugins/$(NAME) is known to git, so take it away with git" >&2; exit 1; }; \
rm -rf $(MODULEFILES); \
sed -i -E '/"$(NAME)Plugin(Tests)?"|module\("$(NAME)"\)|import $(NAME)Plugin$$|\<$(NAME)Module\(/d' \
  Package.swift Sources/seashell/Seashell.swift
endef

# Builds the catalogue in Documentation, with the public symbols of every library in the manifest, into
# .build/docs. Any warning, such as of a link that leads nowhere, is an error. A page
# in Documentation/Targets whose title is no module, though one has its name, would be left out.
#
# It is built from a copy: links between pages are links of DocC there, which finds a picture by its name alone,
# and the first page lists the targets.
define docs
rm -rf .build/docs .build/symbols && mkdir -p .build/symbols || exit 1; \
maps=$$(find CReadline Sources .build/debug/*.build -name module.modulemap -printf '-I %h '); \
for module in $$($(SWIFT) package describe --type json | jq -r '.targets[] \
    | select(.type == "library" and .module_type == "SwiftTarget") \
    | select(.path | startswith("Tests/") | not) | .c99name'); do \
  grep -qx "# \`\`$$module\`\`" "Documentation/Targets/$$module.md" \
    || { echo "Documentation/Targets/$$module.md needs the title # \`\`$$module\`\`" >&2; exit 1; }; \
  swift-symbolgraph-extract -module-name $$module -I .build/debug/Modules $$maps \
    -target "$$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
    -output-dir .build/symbols || exit 1; \
done; \
rm -rf .build/catalogue && cp -r Documentation .build/catalogue || exit 1; \
sed -i -E 's/\]\(([A-Za-z]+)\.md\)/](doc:\1)/g; s/\[([^]]+)\]\(\.\.[^)]+\)/\1/g; s,\]\(Pictures/,](,g' .build/catalogue/*.md; \
for page in $$(cd Documentation/Targets && ls); do \
  case $$page in \
    C[Lo]*) group='1 The ground floor' ;; Shell*) group='2 The shell' ;; Web*) group='3 The web' ;; \
    Shop*) group='4 The shop' ;; Seashell*) group='5 The kit and the program' ;; *) group='6 The modules' ;; \
  esac; \
  echo "$$group|$${page%.md}"; \
done | LC_ALL=C sort | awk -F '|' '$$1 != group { group = $$1; print "\n###" substr(group, 2) "\n" } \
  { print "- <doc:" $$2 ">" }' >> .build/catalogue/Seashell.md; \
docc convert .build/catalogue --allow-arbitrary-catalog-directories \
  --additional-symbol-graph-dir .build/symbols --output-dir .build/docs \
  --fallback-display-name Seashell --fallback-bundle-identifier seashell \
  --disable-parameters-and-returns-validation --warnings-as-errors || exit 1; \
echo "to read it: python3 -m http.server --directory .build/docs, at /documentation/seashell"
endef

# Writes the program again if it was linked. The linker wrote it through a memory map, page by page; written
# in one go it lies in large pieces in the page cache, and a start takes a sixth less time. It keeps its
# inode and its time, by which SwiftPM knows that it need not link again.
define rewritten
[ .build/rewritten -nt $(BINARY) ] || { \
  cp -p $(BINARY) .build/rewritten && cat .build/rewritten > $(BINARY) \
    && touch -r .build/rewritten $(BINARY) && : > .build/rewritten; \
}
endef

# A folder with archives alone, in which the linker looks first. Readline's needs another one, which
# a linker script says.
define archives
mkdir -p .build/archives; \
link() { [ ! -e "$$1" ] || ln -sf "$$1" ".build/archives/$$2"; }; \
gcc=$$(dirname "$$(cc -print-file-name=libstdc++.a 2>/dev/null)"); \
system=/usr/lib/$$(uname -m)-linux-gnu; \
link "$$gcc/libstdc++.a" libstdc++.a; link "$$gcc/libgcc_eh.a" libgcc_s.a; \
link "$$system/libsqlite3.a" libsqlite3.a; link "$$system/libcrypt.a" libcrypt.a; \
if [ -e "$$system/libreadline.a" ] && [ -e "$$system/libtinfo.a" ]; then \
  echo "GROUP ( $$system/libreadline.a $$system/libtinfo.a )" > .build/archives/libreadline.a; \
fi
endef

# Installs the Debian packages of those needs that are not met; says so where it cannot.
define packages
missing=; \
for need in $(1); do \
  thing=$${need%%=*}; \
  case $$thing in \
    /*) set -- $$thing; test -e "$$1" ;; \
    *) command -v $$thing >/dev/null 2>&1 ;; \
  esac || missing="$$missing $${need#*=}"; \
done; \
if [ -n "$$missing" ]; then \
  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
  echo "installing$$missing"; \
  { command -v apt-get && { [ -z "$$sudo" ] || command -v sudo; } ; } >/dev/null 2>&1 \
    && { $$sudo apt-get install -y -qq $$missing >/dev/null 2>&1 \
      || { $$sudo apt-get update -qq && $$sudo apt-get install -y -qq $$missing >/dev/null; }; } \
    || { echo "seashell needs these Debian packages; install them and try again:$$missing" >&2; exit 1; }; \
fi
endef
