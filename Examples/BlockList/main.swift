// SPDX-License-Identifier: MIT

import CallKit

let files = NumberFiles(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
CallDirectoryHandler(files).serve(as: "org.monkeycall.BlockList")
