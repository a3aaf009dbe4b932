/* SPDX-License-Identifier: MIT */
#include "CSound.h"
#include <dlfcn.h>

#define FIND(name)                                                                                                         \
    if (!(*(void **)&functions.name = dlsym(library, #name))) return NULL;

const PulseFunctions *loadPulse(void) {
    static PulseFunctions functions;
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    CSOUND_PULSE(FIND)
    return &functions;
}

const SndFileFunctions *loadSndFile(void) {
    static SndFileFunctions functions;
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    CSOUND_SNDFILE(FIND)
    return &functions;
}
