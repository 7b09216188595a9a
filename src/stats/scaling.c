#include "scaling.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "../base/memory.h"
#include "arrays.h"

enum parameter { GAMMA, ALPHA, BETA, PARAMETERS };

/*
 * A least squares problem, possibly with parameters held fixed.  Throughput is in units of the
 * largest measured, so that tolerances mean the same for ten requests per second and a million.
 */
struct problem {
    const double *concurrency;
    const double *throughput;
    size_t n;
    double scale;
    bool is_fixed[PARAMETERS];
    double start[PARAMETERS];
};

/* A solution in the units of the problem. */
struct solution {
    double parameter[PARAMETERS];
    double standard_error[PARAMETERS]; /* for a residual sd of 1 */
    double sum_of_squares;
    size_t free_parameters;
};

/* All parameters, from the free ones that GSL varies and the fixed ones. */
static void unpack(const struct problem *problem, const gsl_vector *vector,
                   double parameter[PARAMETERS])
{
    size_t next = 0;

    for (int i = 0; i < PARAMETERS; i++) {
        parameter[i] = problem->is_fixed[i] ? problem->start[i] : gsl_vector_get(vector, next);
        next += !problem->is_fixed[i];
    }
}

static double denominator(const double parameter[PARAMETERS], double concurrency)
{
    return 1 + parameter[ALPHA] * (concurrency - 1) +
           parameter[BETA] * concurrency * (concurrency - 1);
}

static int residuals(const gsl_vector *vector, void *context, gsl_vector *result)
{
    const struct problem *problem = context;
    double parameter[PARAMETERS];

    unpack(problem, vector, parameter);
    for (size_t i = 0; i < problem->n; i++) {
        const double concurrency = problem->concurrency[i];
        const double fitted = parameter[GAMMA] * concurrency / denominator(parameter, concurrency);

        gsl_vector_set(result, i, fitted - problem->throughput[i] / problem->scale);
    }
    return GSL_SUCCESS;
}

static int jacobian(const gsl_vector *vector, void *context, gsl_matrix *result)
{
    const struct problem *problem = context;
    double parameter[PARAMETERS];

    unpack(problem, vector, parameter);
    for (size_t i = 0; i < problem->n; i++) {
        const double concurrency = problem->concurrency[i];
        const double below = denominator(parameter, concurrency);
        const double by_alpha =
            -parameter[GAMMA] * concurrency * (concurrency - 1) / (below * below);
        const double derivative[PARAMETERS] = {
            [GAMMA] = concurrency / below,
            [ALPHA] = by_alpha,
            [BETA] = by_alpha * concurrency,
        };
        size_t next = 0;

        for (int j = 0; j < PARAMETERS; j++) {
            if (!problem->is_fixed[j])
                gsl_matrix_set(result, i, next++, derivative[j]);
        }
    }
    return GSL_SUCCESS;
}

/* GSL allocates for itself; where it could not, the program ends as it does everywhere. */
static void require_memory(const void *memory)
{
    if (!memory)
        memory_release(memory_allocate(SIZE_MAX));
}

static bool read_solution(const struct problem *problem, gsl_multifit_nlinear_workspace *workspace,
                          struct solution *solution)
{
    const size_t p = solution->free_parameters;
    double covariance[PARAMETERS * PARAMETERS];
    gsl_matrix_view covariance_view = gsl_matrix_view_array(covariance, p, p);
    size_t next = 0;

    unpack(problem, gsl_multifit_nlinear_position(workspace), solution->parameter);
    if (gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(workspace), 0,
                                   &covariance_view.matrix) != GSL_SUCCESS)
        return false;
    for (int i = 0; i < PARAMETERS; i++) {
        solution->standard_error[i] = 0;
        if (!problem->is_fixed[i]) {
            solution->standard_error[i] = sqrt(covariance[next * p + next]);
            next++;
        }
        if (!isfinite(solution->parameter[i]) || !isfinite(solution->standard_error[i]))
            return false;
    }
    const gsl_vector *f = gsl_multifit_nlinear_residual(workspace);
    return gsl_blas_ddot(f, f, &solution->sum_of_squares) == GSL_SUCCESS &&
           isfinite(solution->sum_of_squares);
}

/* Levenberg-Marquardt from the start; false where it does not converge. */
static bool minimize(struct problem *problem, struct solution *solution)
{
    const gsl_multifit_nlinear_parameters settings = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_fdf functions = {
        .f = residuals, .df = jacobian, .n = problem->n, .params = problem};
    double start[PARAMETERS];
    int reason;

    solution->free_parameters = 0;
    for (int i = 0; i < PARAMETERS; i++) {
        if (!problem->is_fixed[i])
            start[solution->free_parameters++] = problem->start[i];
    }
    functions.p = solution->free_parameters;
    gsl_multifit_nlinear_workspace *workspace =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &settings, problem->n, functions.p);
    require_memory(workspace);
    const gsl_vector_const_view view = gsl_vector_const_view_array(start, functions.p);
    gsl_multifit_nlinear_init(&view.vector, &functions, workspace);
    const int status =
        gsl_multifit_nlinear_driver(1000, 1e-14, 1e-16, 0, NULL, NULL, &reason, workspace);
    /* No progress means that rounding, not the tolerance, ended it. */
    const bool solved = (status == GSL_SUCCESS || status == GSL_ENOPROG) &&
                        read_solution(problem, workspace, solution);
    gsl_multifit_nlinear_free(workspace);
    return solved;
}

static bool is_feasible(const struct solution *solution)
{
    return solution->parameter[GAMMA] > 0 && solution->parameter[ALPHA] >= 0 &&
           solution->parameter[ALPHA] <= 1 && solution->parameter[BETA] >= 0;
}

/* Which of alpha and beta are held, and alpha's value then; a held beta is 0. */
struct face {
    bool is_alpha_fixed;
    bool is_beta_fixed;
    double alpha;
};

static bool solve_on_face(const struct problem *problem, const struct face *face,
                          struct solution *solution)
{
    struct problem restricted = *problem;

    restricted.is_fixed[ALPHA] = face->is_alpha_fixed;
    restricted.is_fixed[BETA] = face->is_beta_fixed;
    if (face->is_alpha_fixed)
        restricted.start[ALPHA] = face->alpha;
    if (face->is_beta_fixed)
        restricted.start[BETA] = 0;
    return minimize(&restricted, solution) && is_feasible(solution);
}

/* Tries the faces and keeps the best; false where no one has a solution within the bounds. */
static bool solve_best_face(const struct problem *problem, const struct face *faces, size_t n,
                            struct solution *best, struct face *at)
{
    bool found = false;

    for (size_t i = 0; i < n; i++) {
        struct solution solution;

        if (!solve_on_face(problem, &faces[i], &solution))
            continue;
        if (!found || solution.sum_of_squares < best->sum_of_squares) {
            *best = solution;
            *at = faces[i];
        }
        found = true;
    }
    return found;
}

static double throughput_of(double gamma, double alpha, double beta, double concurrency)
{
    const double parameter[PARAMETERS] = {[ALPHA] = alpha, [BETA] = beta};

    return gamma * concurrency / denominator(parameter, concurrency);
}

static void fill_errors(const struct problem *problem, const struct solution *solution,
                        struct scaling_fit *fit)
{
    fit->degrees_of_freedom = problem->n - solution->free_parameters;
    if (fit->degrees_of_freedom == 0)
        return;
    const double sd = sqrt(solution->sum_of_squares / (double)fit->degrees_of_freedom);
    fit->has_errors = true;
    fit->residual_sd = sd * problem->scale;
    fit->standard_error_gamma = solution->standard_error[GAMMA] * sd * problem->scale;
    fit->standard_error_alpha = solution->standard_error[ALPHA] * sd;
    fit->standard_error_beta = solution->standard_error[BETA] * sd;
}

static void fill_shape(struct scaling_fit *fit)
{
    const double peak = sqrt((1 - fit->alpha) / fit->beta);
    const double limit = fit->gamma / fit->alpha;

    fit->has_peak = fit->alpha < 1 && fit->beta > 0 && isfinite(peak);
    if (fit->has_peak) {
        fit->peak_concurrency = peak;
        fit->peak_throughput = throughput_of(fit->gamma, fit->alpha, fit->beta, peak);
    }
    fit->has_limit = fit->alpha > 0 && isfinite(limit);
    fit->amdahl_limit = fit->has_limit ? limit : 0;
}

static void fill_r_squared(const struct problem *problem, double sum_of_squares,
                           struct scaling_fit *fit)
{
    double mean = 0;
    double total = 0;

    for (size_t i = 0; i < problem->n; i++)
        mean += problem->throughput[i] / problem->scale / (double)problem->n;
    for (size_t i = 0; i < problem->n; i++) {
        const double distance = problem->throughput[i] / problem->scale - mean;

        total += distance * distance;
    }
    fit->has_r_squared = total > 0 && !values_are_equal(problem->throughput, problem->n);
    fit->r_squared = fit->has_r_squared ? 1 - sum_of_squares / total : 0;
}

/* Back in the units of the data; false where these overflow. */
static bool as_fit(const struct problem *problem, const struct solution *solution,
                   const struct face *face, struct scaling_fit *result)
{
    struct scaling_fit fit = {
        .gamma = solution->parameter[GAMMA] * problem->scale,
        .alpha = solution->parameter[ALPHA],
        .beta = solution->parameter[BETA],
        .alpha_at_bound = face->is_alpha_fixed,
        .beta_at_bound = face->is_beta_fixed,
        .residual_sum_of_squares = solution->sum_of_squares * problem->scale * problem->scale,
    };

    fill_errors(problem, solution, &fit);
    fill_r_squared(problem, solution->sum_of_squares, &fit);
    fill_shape(&fit);
    if (!isfinite(fit.gamma) || !isfinite(fit.residual_sum_of_squares) ||
        !isfinite(fit.standard_error_gamma) || !isfinite(fit.peak_throughput))
        return false;
    *result = fit;
    return true;
}

/*
 * Distinct levels of concurrency.  siege's is measured, and differs a little between runs of one
 * level: what is within 5 % of a level's lowest belongs to it.
 */
static size_t count_levels(const double *concurrency, size_t n)
{
    double *sorted = values_sorted(concurrency, n);
    double lowest = 0;
    size_t levels = 0;

    for (size_t i = 0; i < n; i++) {
        if (sorted[i] > lowest * 1.05) {
            lowest = sorted[i];
            levels++;
        }
    }
    memory_release(sorted);
    return levels;
}

/* Checks the data and sets up units and start. */
static bool pose(const double *concurrency, const double *throughput, size_t n,
                 struct problem *problem)
{
    double steepest = 0;
    double largest = 0;

    if (!values_are_finite(concurrency, n) || !values_are_finite(throughput, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (concurrency[i] <= 0 || throughput[i] < 0)
            return false;
        steepest = fmax(steepest, throughput[i] / concurrency[i]);
        largest = fmax(largest, throughput[i]);
    }
    *problem = (struct problem){
        .concurrency = concurrency,
        .throughput = throughput,
        .n = n,
        .scale = largest,
        .start = {[GAMMA] = steepest / largest, [ALPHA] = 0.01, [BETA] = 1e-4},
    };
    return largest > 0 && problem->start[GAMMA] > 0;
}

bool usl_fit(const double *concurrency, const double *throughput, size_t n,
             struct scaling_fit *result)
{
    static const struct face interior = {false, false, 0};
    static const struct face border[] = {
        {false, true,  0},
        {true,  false, 0},
        {true,  false, 1},
        {true,  true,  0},
        {true,  true,  1}
    };
    struct face at = interior;
    struct problem problem;
    struct solution solution;

    if (!pose(concurrency, throughput, n, &problem) || count_levels(concurrency, n) < 4)
        return false;
    if (!solve_on_face(&problem, &interior, &solution) &&
        !solve_best_face(&problem, border, sizeof border / sizeof border[0], &solution, &at))
        return false;
    return as_fit(&problem, &solution, &at, result);
}

bool amdahl_fit(const double *concurrency, const double *throughput, size_t n,
                struct scaling_fit *result)
{
    static const struct face interior = {false, true, 0};
    static const struct face border[] = {
        {true, true, 0},
        {true, true, 1}
    };
    struct face at = interior;
    struct problem problem;
    struct solution solution;

    if (!pose(concurrency, throughput, n, &problem) || count_levels(concurrency, n) < 3)
        return false;
    if (!solve_on_face(&problem, &interior, &solution) &&
        !solve_best_face(&problem, border, sizeof border / sizeof border[0], &solution, &at))
        return false;
    return as_fit(&problem, &solution, &at, result);
}

double scaling_throughput(const struct scaling_fit *fit, double concurrency)
{
    assert(concurrency >= 0);
    return throughput_of(fit->gamma, fit->alpha, fit->beta, concurrency);
}

enum scaling_peak scaling_judge_peak(const struct scaling_fit *fit, const double *concurrency,
                                     size_t n)
{
    const size_t enough_levels = 6;
    double smallest = HUGE_VAL;
    double largest = 0;

    if (!fit->has_peak)
        return SCALING_PEAK_NONE;
    for (size_t i = 0; i < n; i++) {
        smallest = fmin(smallest, concurrency[i]);
        largest = fmax(largest, concurrency[i]);
    }
    const double peak = fit->peak_concurrency;
    if (largest > peak && count_levels(concurrency, n) >= enough_levels)
        return SCALING_PEAK_SUPPORTED;
    return peak >= smallest / 2 && peak <= largest * 2 ? SCALING_PEAK_TENTATIVE
                                                       : SCALING_PEAK_REFUSED;
}
