// SPDX-License-Identifier: MIT

import CallKit

CallDirectoryHandler().serve(as: "org.example.NewApp.BlockList")
